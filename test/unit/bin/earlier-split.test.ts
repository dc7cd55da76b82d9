import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteEarlierSplit } from '../../../bin/split/earlier-split.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earlier-split-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const writeResult = (name: string, pdfs: readonly string[]): void => {
  const documents = pdfs.map((pdf) => ({ name: 'Invoice', pages: [1], pdf }));
  writeFileSync(join(folder, name), JSON.stringify({ processing_id: 'p', sub_documents: documents }));
};
const writePdfs = (...names: readonly string[]): void => {
  for (const name of names) writeFileSync(join(folder, name), '%PDF-1.7');
};

describe('deleteEarlierSplit', () => {
  it('deletes the PDFs that the result lists and leaves every other file', async () => {
    writePdfs('1-invoice.pdf', '2-letter.pdf', '3.pdf', 'mail.pdf');
    writeResult('mail.result.json', [join(folder, '1-invoice.pdf'), join(folder, '2-letter.pdf')]);
    await deleteEarlierSplit(folder, 'mail');
    expect(readdirSync(folder).sort()).toEqual(['3.pdf', 'mail.pdf', 'mail.result.json']);
  });

  it('leaves a PDF that the result of another file lists too', async () => {
    writePdfs('1-invoice.pdf', '2-letter.pdf');
    writeResult('mail.result.json', [join(folder, '1-invoice.pdf'), join(folder, '2-letter.pdf')]);
    writeResult('more.result.json', [join(folder, '1-invoice.pdf')]);
    await deleteEarlierSplit(folder, 'mail');
    expect(readdirSync(folder).sort()).toEqual(['1-invoice.pdf', 'mail.result.json', 'more.result.json']);
  });

  it('deletes nothing outside the folder, and nothing that is no PDF', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, '1-invoice.pdf'), '%PDF-1.7');
    writeFileSync(join(folder, 'notes.txt'), 'Dear Sirs');
    writeResult('mail.result.json', [join(outside, '1-invoice.pdf'), join(folder, 'notes.txt'), '..']);
    await deleteEarlierSplit(folder, 'mail');
    expect([readdirSync(outside), readdirSync(folder).sort()]).toEqual([
      ['1-invoice.pdf'],
      ['mail.result.json', 'notes.txt'],
    ]);
    rmSync(outside, { recursive: true });
  });

  it.each(['', '{', '[]', '{"sub_documents":[{"pdf":1}]}'])(
    'deletes nothing where the result cannot be read: %j',
    async (text) => {
      writePdfs('1-invoice.pdf');
      writeFileSync(join(folder, 'mail.result.json'), text);
      await deleteEarlierSplit(folder, 'mail');
      expect(readdirSync(folder).sort()).toEqual(['1-invoice.pdf', 'mail.result.json']);
    },
  );

  it('does nothing in an empty folder', async () => {
    await expect(deleteEarlierSplit(folder, 'mail')).resolves.toBeUndefined();
  });
});
