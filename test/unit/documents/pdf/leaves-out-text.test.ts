import { StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { drawImage, drawPdf, embedImage, LETTER_LINES, withPageImage, withText } from '../../drawing/draw-upload.ts';

/** A letter as a scanner writes it. */
let letter: Buffer;
beforeAll(async () => {
  const reader = await PdfReader.open(await drawPdf(withText({ lines: LETTER_LINES.slice(0, 4) })));
  const { data, width, height } = await reader.render(1, { width: 1240, height: 1754 }, 1);
  letter = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
});

/** Dark shapes in rows, which look like lines of text from afar. */
const drawShapes = (): Promise<Buffer> => {
  const shapes = Array.from({ length: 20 * 8 }, (_, index) => {
    const [x, y] = [120 + (index % 20) * 50, 200 + Math.floor(index / 20) * 90];
    return `<path d="M${x} ${y + 30} q${10 + (index % 7)} -${30 + (index % 5)} 40 ${(index % 3) * 4}" fill="none" stroke="black" stroke-width="${4 + (index % 4)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754">${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).png().toBuffer();
};

/** A diagram as a program draws it into a picture: many labels of one or two words. */
const drawDiagram = async (): Promise<Buffer> => {
  const reader = await PdfReader.open(
    await drawPdf(async (page, pdf) => {
      const font = await pdf.embedFont(StandardFonts.Helvetica);
      for (let label = 0; label < 60; label += 1)
        page.drawText(LABELS[label % LABELS.length] ?? '', {
          x: 40 + (label % 4) * 140,
          y: 60 + Math.floor(label / 4) * 50,
          size: 16,
          font,
        });
    }),
  );
  const { data, width, height } = await reader.render(1, { width: 1240, height: 1754 }, 1);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
};

const LABELS = ['Year', 'North', 'Share', 'East', 'South', 'Total'];
const STAMP = 'Registered by the court under the number 4711 on the third of May and sent to both parties';

const stamp = async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
  page.drawText(STAMP, { x: 72, y: 40, size: 9, font: await pdf.embedFont(StandardFonts.Helvetica) });
};

const withStampedImage = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  await withPageImage(png)(page, pdf);
  await stamp(page, pdf);
};

/** The image with margins around it, which take more than half of the page. */
const withSmallImage = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  const [width, height] = [page.getWidth() * 0.68, page.getHeight() * 0.68];
  drawImage(page, await embedImage(png, pdf), width, 0, 0, height, 95, 135);
  await stamp(page, pdf);
};

const STRIPS = 8;

/** The image in strips, as some scanners write it. */
const withStrips = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  const { width, height } = await sharp(png).metadata();
  const tall = page.getHeight() / STRIPS;
  for (let strip = 0; strip < STRIPS; strip += 1) {
    const [top, bottom] = [strip, strip + 1].map((at) => Math.round((at * height) / STRIPS)) as [number, number];
    const part = await sharp(png)
      .extract({ left: 0, top, width, height: bottom - top })
      .png()
      .toBuffer();
    const y = page.getHeight() - (strip + 1) * tall;
    drawImage(page, await embedImage(part, pdf), page.getWidth(), 0, 0, tall, 0, y);
  }
  await stamp(page, pdf);
};

/** The image in a form that draws a line, too. */
const withLineInForm = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  const drawn = await drawPdf(async (sheet, scan) => {
    await withPageImage(png)(sheet, scan);
    sheet.drawLine({ start: { x: 5, y: 5 }, end: { x: sheet.getWidth() - 5, y: 5 } });
  });
  const [form] = await pdf.embedPdf(drawn);
  if (form !== undefined) page.drawPage(form);
  await stamp(page, pdf);
};

const read = async (draw: (page: PDFPage, pdf: PDFDocument) => Promise<void>) =>
  readPage(await PdfReader.open(await drawPdf(draw)), 1, { languages: ['en'] });

const expectLetter = ({ text_source, fulltext }: PageRecord) => {
  expect(text_source).toBe('ocr');
  for (const line of LETTER_LINES.slice(1, 4)) expect(fulltext).toContain(line);
};

describe('A scan with a stamp of many words over it', () => {
  it('is read as a whole where it shows a letter', async () => {
    expectLetter(await read(withStampedImage(letter)));
  });

  it('is read as a whole where it shows a letter that is turned by 90°', { tags: 'slow' }, async () => {
    expectLetter(await read(withStampedImage(await sharp(letter).rotate(90).png().toBuffer())));
  });

  it.each([
    ['is cut into strips', withStrips],
    ['lies in a form with a line', withLineInForm],
    ['has wide margins', withSmallImage],
  ])('is read as a whole where it %s', { tags: 'slow' }, async (_, draw) => {
    expectLetter(await read(draw(letter)));
  });

  it('has the text of the stamp where it shows a picture', async () => {
    const { text_source, fulltext } = await read(withStampedImage(await drawShapes()));
    expect([text_source, fulltext]).toEqual(['text_layer', STAMP]);
  });
});

/** The upper third of the image, half as wide as the page, with the name of the program that has put it there. */
const asCard = (png: Buffer) => async (page: PDFPage, pdf: PDFDocument) => {
  const { width, height } = await sharp(png).metadata();
  const card = await sharp(png)
    .extract({ left: 0, top: 0, width, height: Math.round(height / 3) })
    .png()
    .toBuffer();
  const [wide, tall] = [page.getWidth() * 0.6, page.getHeight() * 0.2];
  drawImage(page, await embedImage(card, pdf), wide, 0, 0, tall, 120, 400);
  page.drawText('Scanned by a telephone', {
    x: 400,
    y: 30,
    size: 12,
    font: await pdf.embedFont(StandardFonts.Helvetica),
  });
};

describe('A card that a program for telephones has put on a page with its own name', () => {
  it('is read', { tags: 'slow' }, async () => {
    expectLetter(await read(asCard(letter)));
  });

  it('leaves the name as it is where it is a picture', { tags: 'slow' }, async () => {
    const { text_source, fulltext } = await read(asCard(await drawShapes()));
    expect([text_source, fulltext]).toEqual(['text_layer', 'Scanned by a telephone']);
  });
});

it('a page with a diagram has the text of its layer', { tags: 'slow' }, async () => {
  const { text_source, fulltext } = await read(withSmallImage(await drawDiagram()));
  expect([text_source, fulltext]).toEqual(['text_layer', STAMP]);
});

it('a scan with an invisible text layer keeps it where that has all of its text', async () => {
  const { text_source, fulltext } = await read(async (page, pdf) => {
    await withPageImage(letter)(page, pdf);
    await withText({ lines: LETTER_LINES.slice(0, 4), invisible: true })(page, pdf);
  });
  expect(text_source).toBe('text_layer');
  expect(fulltext).toContain(LETTER_LINES[1]);
});
