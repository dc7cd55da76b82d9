/** The pixels of a region, without its holes. */
import { countOnes } from '../../../ocr/layout/ink-mask.ts';
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
export const areaOfMask = ({ inside }: Mask): number => countOnes(inside);

/** Fills an outline: all that cannot be reached from outside. */
export function maskOf({ xs, ys }: Outline): Mask {
  const [minX, maxX, minY, maxY] = [minOf(xs), maxOf(xs), minOf(ys), maxOf(ys)];
  // A pixel more on each side, through which the outside is connected.
  const [left, top] = [minX - 1, minY - 1];
  const [width, height] = [maxX - left + 2, maxY - top + 2];
  const inside = new Uint8Array(width * height).fill(1);
  const placeOf = (at: number) => ((ys[at] ?? 0) - top) * width + (xs[at] ?? 0) - left;
  for (let at = 0; at < xs.length; at += 1) inside[placeOf(at)] = OUTLINE;
  // The first pixel is outside, and so is all that is connected with it.
  takeComponent(0, inside, width);
  for (let at = 0; at < xs.length; at += 1) inside[placeOf(at)] = 1;
  return { width, height, inside, left, top };
}

/** Makes 0 the pixels of 1 that are connected with one, and that one. @returns their places */
export function takeComponent(start: number, pixels: Uint8Array | Uint16Array, width: number): Int32Array {
  const taken = new Int32Array(pixels.length);
  let count = 1;
  taken[0] = start;
  pixels[start] = 0;
  for (let next = 0; next < count; next += 1) {
    const at = taken[next] ?? 0;
    for (let side = 0; side < 4; side += 1) {
      const other = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
      if (pixels[other] !== 1) continue;
      pixels[other] = 0;
      taken[count] = other;
      count += 1;
    }
  }
  return taken.subarray(0, count);
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
