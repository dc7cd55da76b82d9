import { describe, expect, it } from 'vitest';
import { findInkBox } from '../../../core/ocr/layout/find-ink-box.ts';
import { recognise } from '../../../core/ocr/tesseract-engine.ts';
import { despeckle } from '../../../core/ocr/layout/despeckle.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { drawPage, invertImage } from './draw-line.ts';

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

describe('Speckles', () => {
  it('are removed from a page that is full of them, on light and on dark paper', () => {
    const full = sprinkle(paper, 20_000);
    const left = (image: RasterImage, paperGrey: number) => image.data.filter((grey) => grey !== paperGrey).length;
    // Speckles that happen to touch form larger components, which remain.
    expect(left(despeckle(full, 150), 245)).toBeLessThan(left(full, 245) / 5);
    expect(left(despeckle(invertImage(full), 150), 10)).toBeLessThan(left(full, 245) / 5);
  });

  it('remain if they are few, and on a page of text with all its dots', async () => {
    const few = sprinkle(paper, 500);
    expect(despeckle(few, 150)).toBe(few);
    const text = await drawPage(
      Array.from({ length: 28 }, () => 'i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.i.'),
      150,
    );
    expect(despeckle(text, 150)).toBe(text);
  });

  it('do not prevent the recognition of the text beneath them', async () => {
    const page = await drawPage(['Good morning, dear colleagues'], 150);
    const { words } = await recognise(sprinkle(page, 6000), ['en'], {
      dpi: 150,
      segmentation: 'page',
      alternatives: false,
    });
    expect(words.length).toBeGreaterThan(0);
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
