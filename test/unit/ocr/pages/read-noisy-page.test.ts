import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../../../core/documents/formats/open-document.ts';
import { readPage } from '../../../../core/documents/read-page.ts';
import { findInk } from '../../../../core/ocr/layout/ink-mask.ts';
import { isFullOfSpecks } from '../../../../core/ocr/pages/read-noisy-page.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { asFile } from '../../drawing/read-pdf.ts';
import { seededRandom } from '../../../../samples/drawing/seeded-random.ts';

/** An A4 page at 300 dpi, on which Tesseract's layout analysis takes more than a minute. */
const SIZE = { width: 2480, height: 3508 };
const SPECKS = 200_000;

/** Squares of two to five pixels, anywhere. */
function drawSpecks(): RasterImage {
  const random = seededRandom(7);
  const data = new Uint8Array(SIZE.width * SIZE.height).fill(255);
  for (let speck = 0; speck < SPECKS; speck += 1) {
    const side = 2 + Math.floor(random() * 4);
    const left = Math.floor(random() * (SIZE.width - side));
    const top = Math.floor(random() * (SIZE.height - side));
    for (let y = top; y < top + side; y += 1) data.fill(0, y * SIZE.width + left, y * SIZE.width + left + side);
  }
  return { ...SIZE, channels: 1, data };
}

/** Bars like the words of 100 lines of small print. */
function drawSmallPrint(): RasterImage {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const isText = x > 200 && x < 2280 && y > 200 && y < 3300 && y % 31 < 14 && x % 110 < 90 && x % 12 < 7;
    return isText ? 30 : 250;
  });
  return { ...SIZE, channels: 1, data };
}

describe('A page full of specks', () => {
  it('is read within the time of a page, and says that its ink was not read', async () => {
    const { data, ...raw } = drawSpecks();
    const path = await asFile(await sharp(data, { raw }).withMetadata({ density: 300 }).png().toBuffer(), 'specks.png');
    const record = await readPage(await openDocument(path), 1, { languages: [] });
    expect(record.words.length).toBeLessThan(100);
    expect(record.unread_ink).toBeGreaterThan(0.5);
  }, 30_000);

  it('is told from a page of small print', () => {
    expect(isFullOfSpecks(findInk(drawSpecks(), 300))).toBe(true);
    expect(isFullOfSpecks(findInk(drawSmallPrint(), 300))).toBe(false);
  });
});
