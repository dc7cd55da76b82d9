import { describe, expect, it } from 'vitest';
import { findInkBox } from '../../../../core/ocr/layout/find-ink-box.ts';
import { recognise } from '../../../../core/ocr/tesseract-engine.ts';
import { binarise, type BinaryImage } from '../../../../core/ocr/binarisation/binarise.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { drawPage, invertImage } from '../draw-line.ts';
import { blankImage, drawStrokes, fillBox } from '../layout/draw-greys.ts';

/** Squares of one to three pixels at deterministic positions. */
function sprinkle(image: RasterImage, count: number): RasterImage {
  const data = image.data.slice();
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let placed = 0; placed < count; placed += 1) {
    const [x, y, size] = [random(image.width - 3), random(image.height - 3), 1 + random(3)];
    for (let row = 0; row < size; row += 1)
      data.fill(20, (y + row) * image.width + x, (y + row) * image.width + x + size);
  }
  return { ...image, data };
}

const paper: RasterImage = { width: 1240, height: 1754, channels: 1, data: new Uint8Array(1240 * 1754).fill(245) };

const isInkAt = ({ data, rowBytes }: BinaryImage, x: number, y: number): boolean =>
  (((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0;

/** Number of pixels of ink in a box of the binary image of a page at 150 dpi. */
function countInk(
  image: RasterImage,
  { left, top, right, bottom } = { left: 0, top: 0, right: image.width, bottom: image.height },
): number {
  const binary = binarise(image, 150);
  let count = 0;
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) count += Number(isInkAt(binary, x, y));
  return count;
}
const countDark = (image: RasterImage): number => image.data.filter((grey) => grey < 128).length;

describe('A binary image', () => {
  it('has the ink of a page, dark on light or light on dark, also where a row does not fill its last byte', () => {
    const few = sprinkle({ ...paper, width: 1237, data: paper.data.slice(0, 1237 * 1754) }, 500);
    expect(countInk(few)).toBe(countDark(few));
    expect(countInk(invertImage(few))).toBe(countDark(few));
  });
});

describe('Speckles', () => {
  it('are removed from a page that is full of them, on light and on dark paper', () => {
    const full = sprinkle(paper, 20_000);
    // Speckles that happen to touch form larger components, which remain.
    expect(countInk(full)).toBeLessThan(countDark(full) / 5);
    expect(countInk(invertImage(full))).toBeLessThan(countDark(full) / 5);
  });

  it('are removed with their blurred edges, which a threshold without the speckles would take for ink', () => {
    const full = sprinkle(paper, 9000);
    // Each pixel beside a speckle is a little darker than the paper.
    const data = full.data.map((grey, at) =>
      grey === 245 && [at - 1, at + 1, at - 1240, at + 1240].some((near) => full.data[near] === 20) ? 190 : grey,
    );
    expect(countInk({ ...full, data })).toBeLessThan(countDark(full) / 5);
  });

  it('leave the ink of letters beside them, and the page itself, as they are', () => {
    const full = sprinkle(paper, 20_000);
    // Bars as large as letters, each with a speckle on either side, so near that its blurred edge reaches them.
    const data = full.data.slice();
    for (let y = 100; y < 1700; y += 40) {
      for (let row = y - 4; row < y + 24; row += 1) data.fill(245, row * 1240 + 590, row * 1240 + 620);
      for (let row = y; row < y + 20; row += 1) data.fill(20, row * 1240 + 600, row * 1240 + 606);
      for (const x of [598, 607]) data.fill(20, (y + 8) * 1240 + x, (y + 8) * 1240 + x + 1);
    }
    const image = { ...full, data };
    const before = Buffer.from(data);
    const binary = binarise(image, 300);
    expect([600, 605].map((x) => isInkAt(binary, x, 108))).toEqual([true, true]);
    expect([598, 607].map((x) => isInkAt(binary, x, 108))).toEqual([false, false]);
    // toEqual would compare two million pixels one by one.
    expect(before.equals(image.data)).toBe(true);
  });

  it('remain on a page of text with all its dots', async () => {
    const text = await drawPage(
      Array.from({ length: 28 }, () => 'i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.'),
      150,
    );
    const dark = countDark(text);
    // The threshold is not exactly 128: edges of letters differ.
    expect(countInk(text)).toBeGreaterThan(0.95 * dark);
    expect(countInk(text)).toBeLessThan(1.05 * dark);
  });

  it('do not prevent the recognition of the text beneath them', { tags: 'slow' }, async () => {
    const page = await drawPage(['Good morning, dear colleagues'], 150);
    const { words } = await recognise(sprinkle(page, 6000), ['en'], {
      dpi: 150,
      segmentation: 'page',
      alternatives: false,
    });
    expect(words.map(({ text }) => text)).toEqual(['Good', 'morning,', 'dear', 'colleagues']);
  });
});

describe('The box of a word', () => {
  const word: RasterImage = { width: 60, height: 40, channels: 1, data: paper.data.slice(0, 2400) };
  for (let y = 12; y < 25; y += 1) word.data.fill(40, y * 60 + 20, y * 60 + 35);
  const all = { left: -5, top: -5, right: 90, bottom: 90 };

  it('is tight around its ink, dark or light', () => {
    expect(findInkBox(word, all)).toEqual({ left: 20, top: 12, right: 35, bottom: 25 });
    expect(findInkBox(invertImage(word), all)).toEqual({ left: 20, top: 12, right: 35, bottom: 25 });
  });

  it('is null without ink, and outside the page', () => {
    expect(findInkBox(word, { left: 36, top: 0, right: 60, bottom: 40 })).toBeNull();
    expect(findInkBox(word, { left: 70, top: 0, right: 90, bottom: 40 })).toBeNull();
  });
});

describe('A page on a dark ground', () => {
  const [PAPER, GROUND] = [205, 40];
  const sheet = { left: 60, top: 60, right: 540, bottom: 740 };
  const onGround = (ground: number) => {
    const image = blankImage(600, 800, ground);
    fillBox(image, sheet, PAPER);
    return image;
  };
  /** 20 lines of strokes, which are components as large as letters. */
  const withLines = (image: RasterImage, grey: number) => {
    for (let line = 0; line < 20; line += 1)
      drawStrokes(image, { left: 180, top: 140 + 26 * line, right: 460, bottom: 152 + 26 * line }, grey);
    return image;
  };
  const inside = { left: sheet.left + 8, top: sheet.top + 8, right: sheet.right - 8, bottom: sheet.bottom - 8 };
  const inkInside = (image: RasterImage) => countInk(image, inside);
  const strokes = inkInside(withLines(onGround(PAPER), 165));

  it('keeps its pale print, which is nearer to the paper than to the ground', () => {
    expect(strokes).toBeGreaterThan(5000);
    expect(inkInside(withLines(onGround(GROUND), 165))).toBe(strokes);
  });

  it('keeps its dark print apart where a shadow would join it', () => {
    const shaded = onGround(GROUND);
    fillBox(shaded, { ...sheet, left: 320 }, 160);
    expect(inkInside(withLines(shaded, 60))).toBe(strokes);
  });

  it('is separated by all of its pixels where print touches its edge here and there', () => {
    const printed = withLines(onGround(PAPER), 60);
    fillBox(printed, { left: 0, top: 0, right: 40, bottom: 40 }, 20);
    expect(inkInside(printed)).toBe(strokes);
  });
});
