/** Both sides of a line through a piece of a region: how much of it lies there, and the quadrilateral around that. */
import type { StraightLine, Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { Mask } from './mask.ts';
import { areaOfPolygon, quadrilateralAround } from './outline.ts';
import { hullOfRows } from './row-ends.ts';

/** For each row of a piece, how many of its pixels lie left of each column. */
export interface Counts {
  readonly mask: Mask;
  readonly left: Uint16Array;
}

export function countsOf(mask: Mask, label: number): Counts {
  const { width, height, inside } = mask;
  const left = new Uint16Array((width + 1) * height);
  for (let row = 0, from = 0, to = 0; row < height; row += 1) {
    let count = 0;
    to += 1;
    for (let column = 0; column < width; column += 1, from += 1, to += 1) {
      if (inside[from] === label) count += 1;
      left[to] = count;
    }
  }
  return { mask, left };
}

/** What lies on one side of a line. */
export interface Half {
  readonly area: number;
  readonly corners: Quadrilateral | undefined;
  readonly filled: number;
}

/** For each row of a mask the first column to the right of a line. */
export function cutsOf({ angle, distance }: StraightLine, { width, height, left, top }: Mask): Int32Array {
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const cuts = new Int32Array(height);
  for (let row = 0; row < height; row += 1) {
    const rest = distance - (row + top) * ny;
    if (Math.abs(nx) < 1e-6) cuts[row] = rest < 0 ? 0 : width;
    else cuts[row] = Math.max(0, Math.min(width, Math.floor(rest / nx) + 1 - left));
  }
  return cuts;
}

/** Number of the pixels left of the cuts. */
export function areaLeftOf({ mask, left }: Counts, cuts: Int32Array): number {
  let area = 0;
  for (let row = 0; row < mask.height; row += 1) area += left[row * (mask.width + 1) + (cuts[row] ?? 0)] ?? 0;
  return area;
}

/** What lies left of the cuts. */
export const leftHalf = (counts: Counts, cuts: Int32Array): Half =>
  halfWithin(counts, new Int32Array(counts.mask.height), cuts);

/** What lies at the cuts and right of them. */
export const rightHalf = (counts: Counts, cuts: Int32Array): Half =>
  halfWithin(counts, cuts, new Int32Array(counts.mask.height).fill(counts.mask.width));

/** The pixels of a piece within these columns of each row. */
function halfWithin({ mask, left }: Counts, froms: Int32Array, tos: Int32Array): Half {
  const rows = new Int32Array(mask.height);
  const lefts = new Int32Array(mask.height);
  const rights = new Int32Array(mask.height);
  let count = 0;
  let area = 0;
  for (let row = 0; row < mask.height; row += 1) {
    const at = row * (mask.width + 1);
    const from = froms[row] ?? 0;
    const to = tos[row] ?? 0;
    const before = left[at + from] ?? 0;
    const all = left[at + to] ?? 0;
    if (all <= before) continue;
    area += all - before;
    rows[count] = row + mask.top;
    lefts[count] = columnAfter(left, at, before, from, to) + mask.left;
    rights[count] = columnAfter(left, at, all - 1, from, to) + mask.left;
    count += 1;
  }
  const corners = quadrilateralAround(hullOfRows({ count, rows, lefts, rights }));
  return { area, corners, filled: corners === undefined ? 0 : area / Math.max(area, areaOfPolygon(corners)) };
}

/** The column, of those from `from` to `to`, of the pixel that has so many to its left. */
function columnAfter(left: Uint16Array, row: number, count: number, from: number, to: number): number {
  // At a straight cut, it is the first one or the last one.
  if ((left[row + from + 1] ?? 0) > count) return from;
  if ((left[row + to - 1] ?? 0) <= count) return to - 1;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((left[row + middle] ?? 0) > count) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}
