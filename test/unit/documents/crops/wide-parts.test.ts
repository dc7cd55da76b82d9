import { describe, expect, it } from 'vitest';
import type { Mask } from '../../../../core/documents/crops/regions/mask.ts';
import { wideParts } from '../../../../core/documents/crops/regions/wide-parts.ts';

const [WIDTH, HEIGHT] = [200, 100];

/** A mask of upright rectangles: left, top, width, height in pixels. */
function maskWith(...rectangles: readonly (readonly [number, number, number, number])[]): Mask {
  const inside = new Uint8Array(WIDTH * HEIGHT);
  for (const [left, top, width, height] of rectangles)
    for (let y = top; y < top + height; y += 1) inside.fill(1, y * WIDTH + left, y * WIDTH + left + width);
  return { width: WIDTH, height: HEIGHT, inside, left: 30, top: 40 };
}

const areaOf = ({ inside }: Mask): number => inside.reduce((sum, value) => sum + value, 0);

describe('The parts of a region that are wider than a finger', () => {
  const [one, other] = [
    [10, 20, 60, 60],
    [120, 20, 60, 60],
  ] as const;

  it('are two sheets without the finger from one to the other, in the place where they were', () => {
    const parts = wideParts(maskWith(one, other, [70, 45, 50, 12]), 9);
    expect(parts).toHaveLength(2);
    for (const [at, sheet] of [one, other].entries()) {
      const [part, whole] = [parts[at] ?? maskWith(), maskWith(sheet)];
      expect([part.left, part.top]).toEqual([30, 40]);
      const shared = part.inside.filter((value, pixel) => value === 1 && whole.inside[pixel] === 1).length;
      // Its corners are rounded.
      expect(shared / areaOf(whole)).toBeGreaterThan(0.96);
      expect(areaOf(part) / areaOf(whole)).toBeLessThan(1.05);
    }
  });

  it('are the sheet alone where a finger lies beside it', () => {
    const parts = wideParts(maskWith(one, [70, 45, 50, 12]), 9);
    expect(parts.map(areaOf)).toHaveLength(1);
    expect(areaOf(parts[0] ?? maskWith())).toBeLessThan(1.05 * 3600);
  });

  it('are one where two sheets touch along a side', () => {
    expect(wideParts(maskWith(one, [70, 20, 60, 60]), 9)).toHaveLength(1);
  });

  it('are none where all is narrower', () => {
    expect(wideParts(maskWith([10, 20, 150, 16]), 9)).toEqual([]);
  });
});
