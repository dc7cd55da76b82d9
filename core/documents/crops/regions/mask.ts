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

/** An outline while it is filled. */
const OUTLINE = 2;

/** Number of its pixels. */
export function areaOfMask({ inside }: Mask): number {
  let area = 0;
  for (let at = 0; at < inside.length; at += 1) area += inside[at] ?? 0;
  return area;
}

/** Fills an outline: all that cannot be reached from outside. */
export function maskOf({ xs, ys }: Outline): Mask {
  const [minX, maxX, minY, maxY] = [minOf(xs), maxOf(xs), minOf(ys), maxOf(ys)];
  // A pixel more on each side, through which the outside is connected.
  const [left, top] = [minX - 1, minY - 1];
  const [width, height] = [maxX - left + 2, maxY - top + 2];
  const inside = new Uint8Array(width * height).fill(1);
  const placeOf = (at: number) => ((ys[at] ?? 0) - top) * width + (xs[at] ?? 0) - left;
  for (let at = 0; at < xs.length; at += 1) inside[placeOf(at)] = OUTLINE;
  emptyOutside(inside, width);
  for (let at = 0; at < xs.length; at += 1) inside[placeOf(at)] = 1;
  return { width, height, inside, left, top };
}

/** Makes 0 all that is connected with the first pixel and not the outline. */
function emptyOutside(inside: Uint8Array, width: number): void {
  const waiting = new Int32Array(inside.length);
  let count = 1;
  inside[0] = 0;
  while (count > 0) {
    count -= 1;
    const at = waiting[count] ?? 0;
    for (let side = 0; side < 4; side += 1) {
      const next = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
      if (inside[next] !== 1) continue;
      inside[next] = 0;
      waiting[count] = next;
      count += 1;
    }
  }
}

const minOf = (values: Uint16Array): number => {
  let least = Infinity;
  for (let at = 0; at < values.length; at += 1) least = Math.min(least, values[at] ?? 0);
  return least;
};

const maxOf = (values: Uint16Array): number => {
  let most = 0;
  for (let at = 0; at < values.length; at += 1) most = Math.max(most, values[at] ?? 0);
  return most;
};
