import { describe, expect, it } from 'vitest';
import { pageBeforeMistake } from '../../../../web/src/training/report/mistake-page.ts';

const parts = [
  { name: 'Letter', pages: [1, 2] },
  { name: 'Invoice', pages: [3, 4, 5] },
];

describe('The place of a mistake in a training file', () => {
  it('is after the page where a file of one document was split', () => {
    expect(pageBeforeMistake({ after_page: 2 }, null, null)).toBe(2);
  });

  it('counts the documents before it in a merged file', () => {
    expect(pageBeforeMistake({ after_page: 1 }, 1, parts)).toBe(3);
  });

  it('is the boundary before a document that was not split off', () => {
    expect(pageBeforeMistake({ after_page: null }, 1, parts)).toBe(2);
  });

  it('is none where the whole file was joined to another one', () => {
    expect(pageBeforeMistake({ after_page: null }, null, null)).toBeUndefined();
    expect(pageBeforeMistake({ after_page: null }, 0, parts)).toBeUndefined();
  });
});
