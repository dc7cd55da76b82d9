import { StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { drawPdf, LETTER_LINES, withPageImage, withText } from '../../drawing/draw-upload.ts';

/** A letter as a scanner writes it, turned clockwise by this many degrees. */
const scanLetter = async (angle: 0 | 90 = 0): Promise<Buffer> => {
  const reader = await PdfReader.open(await drawPdf(withText()));
  const { data, width, height } = await reader.render(1, { width: 1240, height: 1754 }, 1);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(angle)
    .png()
    .toBuffer();
};

/** Dark shapes in rows, which look like lines of text from afar. */
const drawShapes = (): Promise<Buffer> => {
  const shapes = Array.from({ length: 20 * 8 }, (_, index) => {
    const [x, y] = [120 + (index % 20) * 50, 200 + Math.floor(index / 20) * 90];
    return `<path d="M${x} ${y + 30} q${10 + (index % 7)} -${30 + (index % 5)} 40 ${(index % 3) * 4}" fill="none" stroke="black" stroke-width="${4 + (index % 4)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754">${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).png().toBuffer();
};

const STAMP = 'Registered by the court under the number 4711 on the third of May and sent to both parties';

const withStampedImage = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  await withPageImage(png)(page, pdf);
  page.drawText(STAMP, { x: 72, y: 40, size: 9, font: await pdf.embedFont(StandardFonts.Helvetica) });
};

const read = async (draw: (page: PDFPage, pdf: PDFDocument) => Promise<void>) =>
  readPage(await PdfReader.open(await drawPdf(draw)), 1, { languages: [] });

describe('A scan with a stamp of many words over it', () => {
  it.each([0, 90] as const)('is read as a whole where it shows a letter, turned by %i°', async (angle) => {
    const { text_source, fulltext } = await read(withStampedImage(await scanLetter(angle)));
    expect(text_source).toBe('ocr');
    for (const line of LETTER_LINES.slice(1, 5)) expect(fulltext).toContain(line);
  });

  it('has the text of the stamp where it shows a picture', async () => {
    const { text_source, fulltext } = await read(withStampedImage(await drawShapes()));
    expect([text_source, fulltext]).toEqual(['text_layer', STAMP]);
  });
});

it('a scan with an invisible text layer keeps it where that has all of its text', async () => {
  const png = await scanLetter();
  const { text_source, fulltext } = await read(async (page, pdf) => {
    await withPageImage(png)(page, pdf);
    await withText({ invisible: true })(page, pdf);
  });
  expect(text_source).toBe('text_layer');
  expect(fulltext).toContain(LETTER_LINES[1]);
});
