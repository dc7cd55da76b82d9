import { describe, expect, it } from 'vitest';
import { boxAround, cutOut, partOf, placeIn } from '../../../../core/ocr/ppocr/slanted-box.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

const SLANTED = { x: 100, y: 60, width: 80, height: 10, angle: Math.atan(0.5) };

/** White, with a dark band through the middle of SLANTED along its slant. */
const band = (): RasterImage => ({
  width: 200,
  height: 120,
  channels: 1,
  data: Uint8Array.from({ length: 200 * 120 }, (_, at) => {
    const [x, y] = [(at % 200) + 0.5, Math.floor(at / 200) + 0.5];
    return Math.abs(y - 60 - 0.5 * (x - 100)) < 3 ? 0 : 255;
  }),
});

describe('A slanted box', () => {
  it('is cut out upright: a band along its slant lies in its middle rows', () => {
    const { width, height, data } = cutOut(band(), SLANTED);
    expect([width, height]).toEqual([80, 10]);
    const mean = (row: number) => data.subarray(row * 80, (row + 1) * 80).reduce((sum, grey) => sum + grey, 0) / 80;
    expect(mean(4)).toBeLessThan(20);
    expect(mean(5)).toBeLessThan(20);
    expect(mean(0)).toBeGreaterThan(235);
    expect(mean(9)).toBeGreaterThan(235);
  });

  it('is the same picture where it does not slant, and white outside of the page', () => {
    const page = { width: 3, height: 2, channels: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) } as const;
    const cut = cutOut(page, { x: 1, y: 1, width: 4, height: 2, angle: 0 });
    expect([...cut.data]).toEqual([255, 1, 2, 3, 255, 4, 5, 6]);
  });

  it.each([0, 0.2, -3])('has at least a pixel where it is %s pixels high', (height) => {
    expect(cutOut(band(), { ...SLANTED, height })).toMatchObject({ width: 80, height: 1 });
  });

  it('has its corners in the box around it', () => {
    const { left, top, right, bottom } = boxAround(SLANTED);
    expect(right - left).toBeGreaterThanOrEqual(80 * Math.cos(SLANTED.angle));
    expect(bottom - top).toBeGreaterThanOrEqual(80 * Math.sin(SLANTED.angle));
    expect([(left + right) / 2, (top + bottom) / 2]).toEqual([100, 60]);
  });

  it('has parts along its slant', () => {
    const last = partOf(SLANTED, 0.75, 1);
    expect(last.width).toBe(20);
    expect(placeIn(SLANTED, last).along).toBeCloseTo(0.875);
    expect(placeIn(SLANTED, last).across).toBeCloseTo(0.5);
  });
});
