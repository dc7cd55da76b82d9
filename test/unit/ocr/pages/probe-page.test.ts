import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../core/ocr/languages/languages.ts';
import { rotateImage } from '../../../../core/ocr/layout/rotate-image.ts';
import { findInk } from '../../../../core/ocr/layout/ink-mask.ts';
import { probePage } from '../../../../core/ocr/pages/probe-page.ts';
import type { Probe } from '../../../../core/ocr/pages/probe-page.ts';
import { rasterOf, type RasterImage } from '../../../../core/ocr/raster-image.ts';
import type { Rotation } from '../../../../core/ocr/rotation.ts';
import { drawScan, withLines, type Sheet } from '../draw-scan.ts';

const DPI = 150;
/** The fixture of read-columns.test.ts, and the place of its heading. */
const JAPANESE = join(import.meta.dirname, '../../../fixtures/vertical-japanese.png');
const HEADING = { left: 51, top: 19, width: 290, height: 50 };
const drawn = async (draw: (sheet: Sheet) => void, rotation: Rotation = 0): Promise<RasterImage> =>
  (await drawScan(draw)).render(DPI, { rotation, skew: 0 });

/** Rows of a name and numbers below two rows of boxes, which are the longest lines of the page. */
function drawTable(sheet: Sheet): void {
  for (const row of [0, 1]) for (let box = 0; box < 30; box += 1) sheet.area(60 + 14 * box, 60 + 20 * row, 9, 9, 0);
  for (let row = 0; row < 20; row += 1) {
    sheet.text(['Barpeta', 'Cachar', 'Dhubri', 'Kamrup'][row % 4] ?? '', 60, 160 + row * 26, { size: 10 });
    for (let column = 0; column < 6; column += 1)
      sheet.text(
        `${80 + ((row * 7 + column * 5) % 17)}.${(row * 3 + column) % 10}`,
        170 + 50 * column,
        160 + row * 26,
        { size: 10 },
      );
  }
}

/** Short lines of a receipt, each below a row of dashes, stars or double lines, which are longer. */
function drawReceipt(sheet: Sheet): void {
  const lines = ['TAX INVOICE', 'Total amount', 'Cash tendered', 'Change due', 'Thank you', 'Goods sold', 'Come again'];
  for (const [row, line] of [...lines, ...lines].entries()) {
    const y = 60 + row * 44;
    sheet.text(line, 60, y, { size: 11 });
    if (row % 3 === 0) sheet.text('*'.repeat(60), 60, y + 22, { size: 11 });
    else
      for (let dash = 0; dash < 40; dash += 1)
        for (const below of row % 3 === 1 ? [16] : [14, 18]) sheet.area(60 + dash * 8, y + below, 5, 2, 0);
  }
}

/** The image with a line of text that runs up its right margin. */
const withMarginLine = async (image: RasterImage, text: string): Promise<RasterImage> =>
  withMargin(image, rotateImage(await drawn(withLines([text], { size: 14, top: 30 })), 90));

/** The image with the right margin of another one. */
function withMargin(image: RasterImage, line: RasterImage): RasterImage {
  const data = image.data.slice();
  for (let y = 0; y < Math.min(image.height, line.height); y += 1)
    for (let right = 1; right <= 150; right += 1) {
      const at = (y + 1) * image.width - right;
      data[at] = Math.min(data[at] ?? 255, line.data[(y + 1) * line.width - right] ?? 255);
    }
  return { ...image, data };
}

const probe = (image: RasterImage): Promise<Probe> =>
  probePage(image, findInk(image, DPI), DPI, [0, 90], LANGUAGES, undefined);
const rotationOf = async (image: RasterImage): Promise<number> => (await probe(image)).rotation;

describe('The orientation of a page', () => {
  it('is that of its table where a line runs up the margin, although rows of boxes are longer', async () => {
    const page = await withMarginLine(await drawn(drawTable), 'Annual Health Survey of the years 2010-11');
    await expect(rotationOf(page)).resolves.toBe(0);
  });

  it(
    'and the language are those of the short lines of a receipt, although rows of dashes and stars are longer',
    { tags: 'slow' },
    async () => {
      for (const rotation of [0, 180] as const)
        await expect(probe(await drawn(drawReceipt, rotation))).resolves.toMatchObject({
          rotation,
          confident: true,
          language: 'en',
        });
    },
  );

  it('is that of a line that runs up the page where there are no others', { tags: 'slow' }, async () => {
    const page = await withMarginLine(await drawn(() => undefined), 'Annual Health Survey of the years 2010-11');
    await expect(rotationOf(page)).resolves.toBe(270);
  });

  it(
    'is that of its table where a few Japanese characters run up the margin, although that axis is the likelier one',
    { tags: 'slow' },
    async () => {
      const heading = sharp(JAPANESE)
        .extract(HEADING)
        .extend({ left: 40, right: 1754 - 40 - HEADING.width, top: 30, bottom: 100, background: 'white' });
      const page = withMargin(await drawn(drawTable), rotateImage(await rasterOf(heading, 1), 90));
      await expect(probePage(page, findInk(page, DPI), DPI, [90, 0], LANGUAGES, undefined)).resolves.toMatchObject({
        rotation: 0,
        confident: true,
      });
    },
  );
});
