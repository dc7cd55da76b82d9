import { describe, expect, it } from 'vitest';
import type { LineReader } from '../../../../core/ocr/ppocr/line-reader.ts';
import { readBoxes, readSlantedBoxes } from '../../../../core/ocr/ppocr/read-boxes.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

const PAGE: RasterImage = { width: 200, height: 100, channels: 1, data: new Uint8Array(200 * 100).fill(255) };

/** Reads a word in the first half of each picture, and keeps the pictures. */
const firstHalf = (pictures: RasterImage[] = []): LineReader => ({
  read: (lines) => {
    pictures.push(...lines);
    return Promise.resolve(lines.map(() => [{ text: 'a', left: 0, right: 0.5, confidence: 90, entropy: 0 }]));
  },
});

describe('The words of a box', () => {
  it('lie in the picture of the box with its margin', async () => {
    const pictures: RasterImage[] = [];
    const [[word] = []] = await readBoxes(firstHalf(pictures), PAGE, [{ left: 60, top: 40, right: 120, bottom: 60 }]);
    expect(pictures).toMatchObject([{ width: 68, height: 28 }]);
    expect(word?.box).toEqual({ left: 56, top: 36, right: 90, bottom: 64 });
  });

  it('lie in what the picture shows of the page, where the margin reaches beyond it', async () => {
    const pictures: RasterImage[] = [];
    const [[word] = []] = await readBoxes(firstHalf(pictures), PAGE, [{ left: 0, top: 0, right: 100, bottom: 50 }]);
    expect(pictures).toMatchObject([{ width: 110, height: 60 }]);
    expect(word?.box).toEqual({ left: 0, top: 0, right: 55, bottom: 60 });
  });

  it('lie on the page, where a slanted box reaches beyond it', async () => {
    const boxes = [
      { x: 10, y: 5, width: 60, height: 20, angle: 0 },
      { x: -40, y: -20, width: 40, height: 20, angle: 0 },
      { x: 250, y: 130, width: 40, height: 20, angle: 0.2 },
    ];
    const words = (await readSlantedBoxes(firstHalf(), PAGE, boxes)).flat();
    expect(words.map(({ box }) => box)).toEqual([
      { left: 0, top: 0, right: 10, bottom: 15 },
      { left: 0, top: 0, right: 1, bottom: 1 },
      { left: 199, top: 99, right: 200, bottom: 100 },
    ]);
  });
});
