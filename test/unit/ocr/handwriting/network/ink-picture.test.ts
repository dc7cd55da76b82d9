import { describe, expect, it } from 'vitest';
import { findInkShapes } from '../../../../../core/ocr/handwriting/ink-shapes.ts';
import { inkPictureOf, PICTURE_HEIGHT } from '../../../../../core/ocr/handwriting/network/ink-picture.ts';
import type { RasterImage } from '../../../../../core/ocr/raster-image.ts';

const PAPER = 230;
const INK = 40;
const [WIDTH, HEIGHT] = [400, 200];

/** A page with strokes of these boxes. */
function pageOf(strokes: readonly (readonly [number, number, number, number])[]): RasterImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  for (const [left, top, right, bottom] of strokes)
    for (let y = top; y < bottom; y += 1) data.fill(INK, y * WIDTH + left, y * WIDTH + right);
  return { width: WIDTH, height: HEIGHT, channels: 1, data };
}

/** Strokes of this height and a quarter of it apart, each further down by the slope. */
const strokesOf = (high: number, slope = 0) =>
  Array.from({ length: 10 }, (_, at) => {
    const left = 40 + at * high;
    const top = 80 + Math.round(slope * at * high);
    return [left, top, left + high / 4, top + high] as const;
  });

function pictureOf(strokes: readonly (readonly [number, number, number, number])[], high: number) {
  const page = pageOf(strokes);
  const [first, last] = [strokes[0], strokes.at(-1)];
  const box = { left: first?.[0] ?? 0, top: 70, right: last?.[2] ?? 0, bottom: 150 };
  const picture = inkPictureOf(page, [box], findInkShapes(page, box), high);
  if (picture === null) throw new Error('The line has no letters.');
  return picture;
}

/** The rows that have ink in a column. */
const inkedRows = ({ width, data }: { width: number; data: Uint8Array }, column: number): number[] =>
  Array.from({ length: PICTURE_HEIGHT }, (_, row) => row).filter((row) => (data[row * width + column] ?? 0) > 200);

const MIDDLE_ROWS = Array.from({ length: 16 }, (_, at) => at + 12);

describe('the ink picture of a line', () => {
  it.each([16, 32, 24, 12])('has letters of 16 pixels in its middle, where they are %i pixels high', (high) => {
    expect(inkedRows(pictureOf(strokesOf(high), high), 1)).toEqual(MIDDLE_ROWS);
  });

  it('follows a line that is not level', () => {
    const picture = pictureOf(strokesOf(32, 0.1), 32);
    for (const stroke of [0, 5, 9]) {
      const rows = inkedRows(picture, stroke * 16 + 1);
      expect(rows.length).toBeGreaterThanOrEqual(14);
      expect(Math.abs((rows[0] ?? 0) - 12)).toBeLessThanOrEqual(1);
    }
  });

  it('is none of a line without letters', () => {
    expect(inkPictureOf(pageOf([]), [{ left: 10, top: 10, right: 50, bottom: 30 }], [], Number.NaN)).toBeNull();
  });
});
