import { describe, expect, it } from 'vitest';
import { cropSize, cutCrop } from '../../../../core/documents/crops/cut-crop.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

/** Each pixel has the grey 10 · row + column. */
const ramp = (width: number, height: number, channels: 1 | 3 = 1): RasterImage => ({
  width,
  height,
  channels,
  data: Uint8Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels);
    return 10 * Math.floor(pixel / width) + (pixel % width);
  }),
});

const rowsOf = ({ width, height, data }: RasterImage): number[][] =>
  Array.from({ length: height }, (_, y) => [...data.subarray(y * width, (y + 1) * width)]);

describe('A crop that is cut out of a page', () => {
  it('has exactly the pixels between its corners', () => {
    const cut = cutCrop(ramp(8, 6), [0.25, 0.5, 0.75, 0.5, 0.75, 1, 0.25, 1], { width: 4, height: 3 });
    expect(rowsOf(cut)).toEqual([
      [32, 33, 34, 35],
      [42, 43, 44, 45],
      [52, 53, 54, 55],
    ]);
  });

  it('is the page itself where its corners are those of the page', () => {
    const page = ramp(7, 5, 3);
    expect(cutCrop(page, [0, 0, 1, 0, 1, 1, 0, 1], page)).toEqual(page);
  });

  it('stands upright where its first corner is not at the top left of the page', () => {
    const cut = cutCrop(ramp(4, 4), [1, 0, 1, 1, 0, 1, 0, 0], { width: 4, height: 4 });
    expect(rowsOf(cut)[0]).toEqual([3, 13, 23, 33]);
  });

  it('is white where it reaches beyond the border of the page', () => {
    const cut = cutCrop(ramp(10, 4), [-0.2, 0, 0.3, 0, 0.3, 1, -0.2, 1], { width: 5, height: 4 });
    expect(rowsOf(cut)[0]).toEqual([255, 255, 0, 1, 2]);
  });

  it('may have a height of one pixel', () => {
    const cut = cutCrop(ramp(8, 6), [0, 0, 1, 0, 1, 1 / 6, 0, 1 / 6], { width: 8, height: 1 });
    expect(rowsOf(cut)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
  });

  it('is as wide and high as opposite sides are in the mean, at the resolution of the page', () => {
    const size = cropSize({ widthMm: 200, heightMm: 100, ownDpi: 150 }, [0.1, 0.1, 0.5, 0.1, 0.6, 0.9, 0, 0.9]);
    expect(size.widthMm).toBeCloseTo(100, 6);
    expect(size.heightMm).toBeCloseTo(Math.hypot(80, 20), 6);
    expect(size.ownDpi).toBe(150);
  });
});
