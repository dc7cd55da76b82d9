import { describe, expect, it } from 'vitest';
import type { Point } from '../../../../core/documents/sheets/quadrilateral.ts';
import { uprightLines } from '../../../../bench/handwriting/upright-lines.ts';
import { uprightPage } from '../../../../core/ocr/layout/deskew-page.ts';
import type { Orientation } from '../../../../core/ocr/pages/page-source.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';

const SIZE = { width: 200, height: 120 };
const MARK: Point = { x: 40, y: 30 };

/** A white picture with a black square of 5 pixels around the mark. */
function markedPage(): RasterImage {
  const data = new Uint8Array(SIZE.width * SIZE.height).fill(255);
  for (let y = MARK.y - 2; y <= MARK.y + 2; y += 1)
    data.fill(0, y * SIZE.width + MARK.x - 2, y * SIZE.width + MARK.x + 3);
  return { ...SIZE, channels: 1, data };
}

/** The middle of what is dark. */
function darkPoint({ width, data }: RasterImage): Point {
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(dark.map((at) => (at % width) + 0.5)), y: mean(dark.map((at) => Math.floor(at / width) + 0.5)) };
}

describe('The lines of a page that was made upright', () => {
  it.each<Orientation>([
    { rotation: 0, skew: 0 },
    { rotation: 0, skew: 8 },
    { rotation: 90, skew: 0 },
    { rotation: 180, skew: -5 },
    { rotation: 270, skew: 3 },
  ])('lie where their ink lies, after %o', async (orientation) => {
    const upright = await uprightPage(markedPage(), orientation.rotation, orientation.skew);
    // The outline is in half-size pixels, and its point the middle of a pixel.
    const outline = [{ x: (MARK.x + 0.5) / 2, y: (MARK.y + 0.5) / 2 }];
    const [line] = uprightLines([{ outline, text: '' }], { width: 100, height: 60 }, SIZE, orientation);
    const expected = darkPoint(upright);
    expect(Math.abs((line?.outline[0]?.x ?? 0) - expected.x)).toBeLessThan(1);
    expect(Math.abs((line?.outline[0]?.y ?? 0) - expected.y)).toBeLessThan(1);
  });
});
