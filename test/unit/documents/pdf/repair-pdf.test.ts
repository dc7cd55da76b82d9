import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { DocumentUnreadableError } from '../../../../core/errors.ts';
import type { DocumentReader } from '../../../../core/documents/formats/document-reader.ts';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { run as cutPdfs } from '../../../../core/results/jobs/cut-pdfs.ts';
import { drawPdf, withText } from '../../drawing/draw-upload.ts';
import { asFile, newPath, silent, textOf } from '../../drawing/read-pdf.ts';

/** Two pages. Most programs write object streams and a cross-reference stream, older ones a cross-reference table. */
const drawPages = async (useObjectStreams: boolean): Promise<Buffer> => {
  const pages = ['The first page', 'The second page'].map((line) => withText({ lines: [line] }));
  const pdf = await PDFDocument.load(await drawPdf(...pages));
  return Buffer.from(await pdf.save({ useObjectStreams }));
};

/** An unclosed string before the page tree: PDFium takes the objects after it for its contents. */
const withUnclosedString = (bytes: Buffer): Buffer => {
  const at = bytes.indexOf('1 0 obj');
  return Buffer.concat([bytes.subarray(0, at), Buffer.from('('), bytes.subarray(at)]);
};

const open = async (bytes: Uint8Array): Promise<DocumentReader> => openDocument(await asFile(bytes));

describe.each([
  { name: 'a cross-reference table', useObjectStreams: false },
  { name: 'object streams', useObjectStreams: true },
])('A damaged PDF with $name', ({ useObjectStreams }) => {
  let damaged: Buffer;
  beforeAll(async () => {
    damaged = withUnclosedString(await drawPages(useObjectStreams));
  });

  it.each([
    ['', ''],
    [' with other bytes before its header', 'junk\n'],
  ])('is read%s, and its pages are cut out', async (_name, before) => {
    const path = await asFile(Buffer.concat([Buffer.from(before), damaged]));
    const reader = await openDocument(path);
    expect(reader.pageCount).toBe(2);
    expect((await reader.textLayer(2)).words.map(({ text }) => text).join(' ')).toBe('The second page');
    const outPath = newPath('cut.pdf');
    await cutPdfs({ path, kind: 'pdf', pageCount: 2, cuts: [{ pages: [2], outPath }] }, silent);
    expect(await textOf(outPath, 1)).toBe('The second page');
  });

  it('has the objects of its last save', async () => {
    const saved = '(1 0 obj\n<</Type/Pages/Kids[4 0 R]/Count 1>>\nendobj\ntrailer\n<</Size 20/Root 2 0 R>>\n%%EOF\n';
    expect((await open(Buffer.concat([damaged, Buffer.from(saved)]))).pageCount).toBe(1);
  });

  it('is refused where it is encrypted', async () => {
    const encrypted = Buffer.concat([damaged, Buffer.from('20 0 obj\n<</Encrypt 21 0 R>>\nendobj\n')]);
    await expect(open(encrypted)).rejects.toMatchObject({ causedByDocument: true });
  });

  it('is refused where its end is missing, because pages may be missing with it', async () => {
    const end = damaged.lastIndexOf(useObjectStreams ? '/Root' : 'trailer');
    await expect(open(damaged.subarray(0, end))).rejects.toThrow(DocumentUnreadableError);
  });
});
