import { describe, expect, it } from 'vitest';
import { cutLine } from '../../../../bench/handwriting/cut-line.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

const WIDTH = 300;
const HEIGHT = 200;

/** Paper with two dark bands that slant, the second 30 pixels below the first. */
const page: RasterImage = {
  width: WIDTH,
  height: HEIGHT,
  channels: 1,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const y = Math.floor(at / WIDTH) - 0.3 * (at % WIDTH);
    return Math.abs(y - 40) < 3 || Math.abs(y - 70) < 3 ? 20 : 220;
  }),
};

/** The outline of the first band with 12 pixels above and below it. */
const OUTLINE = [
  { x: 20, y: 46 - 12 },
  { x: 280, y: 124 - 12 },
  { x: 280, y: 124 + 12 },
  { x: 20, y: 46 + 12 },
];

describe('A known line that slants', () => {
  it('is cut out upright and without its neighbour', () => {
    const { width, height, data } = cutLine(page, OUTLINE);
    expect(height).toBeLessThan(50);
    expect(width).toBeGreaterThan(260);
    const isDark = (row: number) => (data[row * width + Math.floor(width / 2)] ?? 255) < 100;
    const dark = Array.from({ length: height }, (_, row) => row).filter(isDark);
    expect(dark.length).toBeGreaterThanOrEqual(4);
    expect((dark.at(-1) ?? 0) - (dark[0] ?? 0)).toBeLessThan(8);
    expect(Math.abs((dark[0] ?? 0) + 3 - height / 2)).toBeLessThan(4);
  });
});
