import { describe, expect, it } from 'vitest';
import { checkFiles } from '../../../../web/src/process/queue/check-files.ts';

const file = (name: string, size = 10, type = ''): File => new File(['x'.repeat(size)], name, { type });

describe('The files that were chosen', () => {
  it('are taken where their type or the ending of their name is one that the service reads', () => {
    const files = [file('a.PDF'), file('b', 10, 'image/png'), file('c.tiff'), file('d.webp')];
    expect(checkFiles(files, 10, null)).toEqual({ accepted: files, leftOut: [] });
  });

  it.each([
    ['notes.txt', 10, 'kind'],
    ['letter.docx', 10, 'kind'],
    ['a.pdf', 0, 'empty'],
    ['b.pdf', 101, 'too_large'],
  ] as const)('%s of %d bytes is left out: %s', (name, size, reason) => {
    expect(checkFiles([file(name, size)], 10, 100)).toEqual({ accepted: [], leftOut: [{ name, reason }] });
  });

  it('are left out where the list is full', () => {
    const files = [file('a.pdf'), file('b.pdf'), file('c.txt')];
    expect(checkFiles(files, 1, null).leftOut).toEqual([
      { name: 'b.pdf', reason: 'too_many' },
      { name: 'c.txt', reason: 'kind' },
    ]);
  });

  it('are free of those that systems put into folders', () => {
    expect(checkFiles([file('.DS_Store'), file('Thumbs.db'), file('._a.pdf')], 10, null)).toEqual({
      accepted: [],
      leftOut: [],
    });
  });
});
