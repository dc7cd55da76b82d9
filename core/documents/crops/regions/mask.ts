/** The pixels of a region, without its holes. */
import type { Outline } from './outline.ts';

/** The pixels of a region, holes included: 1 inside. The place of its upper left pixel in the picture. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly inside: Uint8Array;
  readonly left: number;
  readonly top: number;
}

/** Number of its pixels. */
export const areaOfMask = ({ inside }: Mask): number => inside.reduce((sum, value) => sum + value, 0);

/** Fills an outline: all that cannot be reached from outside. */
export function maskOf({ points }: Outline): Mask {
  const xs = points.reduce((range, { x }) => [Math.min(range[0] ?? x, x), Math.max(range[1] ?? x, x)], [Infinity, 0]);
  const ys = points.reduce((range, { y }) => [Math.min(range[0] ?? y, y), Math.max(range[1] ?? y, y)], [Infinity, 0]);
  // A pixel more on each side, through which the outside is connected.
  const [left, top] = [(xs[0] ?? 0) - 1, (ys[0] ?? 0) - 1];
  const [width, height] = [(xs[1] ?? 0) - left + 2, (ys[1] ?? 0) - top + 2];
  const inside = new Uint8Array(width * height).fill(1);
  const isOutline = new Uint8Array(width * height);
  for (const { x, y } of points) isOutline[(y - top) * width + x - left] = 1;
  const waiting = [0];
  inside[0] = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      if (next < 0 || next >= inside.length || inside[next] === 0 || isOutline[next] === 1) continue;
      inside[next] = 0;
      waiting.push(next);
    }
  return { width, height, inside, left, top };
}
