import { describe, expect, it } from 'vitest';
import { traceOutline } from '../../../../core/documents/crops/regions/outline.ts';

const SIZE = { width: 60, height: 40 };

/** A picture with bright rectangles: left, top, width, height in pixels. */
function pictureOf(...rectangles: readonly (readonly [number, number, number, number])[]) {
  const data = new Uint8Array(SIZE.width * SIZE.height);
  for (const [left, top, width, height] of rectangles)
    for (let y = top; y < top + height; y += 1) data.fill(200, y * SIZE.width + left, y * SIZE.width + left + width);
  return { ...SIZE, channels: 1 as const, data };
}

const placeOf = (x: number, y: number): number => y * SIZE.width + x;

describe('The outline of a region', () => {
  it('is as long as its edge, and has the area within', () => {
    const outline = traceOutline(pictureOf([10, 20, 20, 15]), placeOf(10, 20), 100, 1000);
    expect(outline?.xs).toHaveLength(2 * (20 + 15) - 4);
    expect(outline?.area).toBe(20 * 15);
  });

  it('has no hole', () => {
    const picture = pictureOf([10, 10, 20, 20]);
    picture.data.fill(0, placeOf(15, 18), placeOf(20, 18));
    expect(traceOutline(picture, placeOf(10, 10), 100, 1000)?.area).toBe(20 * 20);
  });

  it('does not go on around another region that it meets at a corner', () => {
    const picture = pictureOf([10, 20, 20, 15], [30, 5, 20, 15]);
    const outline = traceOutline(picture, placeOf(10, 20), 100, 1000);
    expect(outline?.area).toBe(20 * 15);
    expect(Math.min(...(outline?.ys ?? []))).toBe(20);
  });

  it('runs along both sides of a line that is one pixel wide', () => {
    expect(traceOutline(pictureOf([0, 39, 60, 1]), placeOf(0, 39), 100, 1000)?.area).toBe(60);
  });

  it('is none where it is longer than it may be', () => {
    expect(traceOutline(pictureOf([10, 20, 20, 15]), placeOf(10, 20), 100, 65)).toBeUndefined();
  });
});
