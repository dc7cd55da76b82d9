import { describe, expect, it } from 'vitest';
import { readPages } from '../../../../core/documents/pdf/syntax/page-tree.ts';
import { PdfFile } from '../../../../core/documents/pdf/syntax/pdf-file.ts';
import { PdfSyntaxError } from '../../../../core/documents/pdf/syntax/pdf-lexer.ts';

/** A PDF of these objects, numbered from 1; the first is the catalog. */
const fileOf = (...objects: readonly string[]): PdfFile => {
  const offsets: number[] = [];
  let text = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new PdfFile(Buffer.from(text, 'latin1'));
};

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

describe('The page tree', () => {
  it('is read in order, with what pages inherit', () => {
    const pages = readPages(
      fileOf(
        CATALOG,
        '<</Type/Pages/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]>>',
        '<</Type/Page>>',
        '<</Type/Page/Rotate 90>>',
      ),
    );
    expect(pages.map(({ number, attributes }) => [number, [...attributes.keys()]])).toEqual([
      [3, ['MediaBox']],
      [4, ['MediaBox', 'Rotate']],
    ]);
  });

  it('is refused where it has a cycle', () => {
    expect(() => readPages(fileOf(CATALOG, '<</Type/Pages/Kids[2 0 R]>>'))).toThrow(
      new PdfSyntaxError('The page tree has a cycle.'),
    );
  });

  it('is refused where its nodes share their kids, which would be 2^40 pages', () => {
    const nodes = Array.from({ length: 40 }, (_, at) => `<</Type/Pages/Kids[${at + 3} 0 R ${at + 3} 0 R]>>`);
    expect(() => readPages(fileOf(CATALOG, ...nodes, '<</Type/Page>>'))).toThrow(
      new PdfSyntaxError('The page tree has too many nodes.'),
    );
  });
});
