import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { germanLetter } from '../../../samples/documents/german-letter.ts';
import { polishReceipt } from '../../../samples/documents/polish-receipt.ts';
import { drawPdf } from '../../../samples/drawing/draw-pdf.ts';
import { scanPdf } from '../../../samples/drawing/scan.ts';

const folder = join(import.meta.dirname, '../../../samples');
const expectedSchema = z.strictObject({
  sub_documents: z.array(z.strictObject({ name: z.string().min(1).max(80), pages: z.array(z.int()).min(1) })),
});

describe('the samples', () => {
  it.each(['mixed-mail', 'scanned-mail'])(
    '%s: every page of the file belongs to one expected document, in order',
    async (name) => {
      const pdf = await PDFDocument.load(await readFile(join(folder, `${name}.pdf`)));
      const expected = expectedSchema.parse(JSON.parse(await readFile(join(folder, `${name}.expected.json`), 'utf8')));
      expect(expected.sub_documents.flatMap(({ pages }) => pages)).toEqual(
        Array.from({ length: pdf.getPageCount() }, (_, index) => index + 1),
      );
    },
  );

  it('have the same bytes whenever they are drawn', async () => {
    const draw = async () => Buffer.from(await drawPdf([germanLetter, polishReceipt])).toString('base64');
    expect(await draw()).toBe(await draw());
  });

  it('have the same bytes whenever they are scanned', { tags: 'slow' }, async () => {
    const drawn = await drawPdf([polishReceipt]);
    const scan = async () => Buffer.from(await scanPdf(drawn, [{ page: 1, upsideDown: true }], 7));
    const [first, second] = [await scan(), await scan()];
    expect(first.equals(second)).toBe(true);
    expect((await PDFDocument.load(first)).getPageCount()).toBe(1);
  });
});
