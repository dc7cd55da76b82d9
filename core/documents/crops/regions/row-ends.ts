/** The first and the last pixel of each row of a region: all that its hull needs. */
import type { Point } from '../../sheets/quadrilateral.ts';
import type { Outline } from './outline.ts';

/** The rows of a region that have pixels, from the top. */
export interface RowEnds {
  /** Number of the rows. */
  readonly count: number;
  readonly rows: ArrayLike<number>;
  readonly lefts: ArrayLike<number>;
  readonly rights: ArrayLike<number>;
}

/** The rows of what lies within an outline, which has pixels in each. */
export function rowEndsOf({ xs, ys }: Outline): RowEnds {
  // An outline begins in its uppermost row.
  const top = ys[0] ?? 0;
  let bottom = top;
  for (let at = 0; at < ys.length; at += 1) bottom = Math.max(bottom, ys[at] ?? 0);
  const count = bottom - top + 1;
  const rows = new Uint16Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = top + row;
  const lefts = new Uint16Array(count).fill(0xff_ff);
  const rights = new Uint16Array(count);
  for (let at = 0; at < xs.length; at += 1) {
    const x = xs[at] ?? 0;
    const row = (ys[at] ?? 0) - top;
    if (x < (lefts[row] ?? 0)) lefts[row] = x;
    if (x > (rights[row] ?? 0)) rights[row] = x;
  }
  return { count, rows, lefts, rights };
}

/**
 * The convex hull, clockwise from the uppermost of its leftmost corners: that of `convexHull`, without sorting (A. Andrew's
 * monotone chain, 1979).
 */
export function hullOfRows({ count, rows, lefts, rights }: RowEnds): Point[] {
  if (count === 0) return [];
  // The chain on the right goes down from the first pixel of all to the last one, the chain on the left up again.
  const chain: Chain = { xs: new Int32Array(2 * count + 2), ys: new Int32Array(2 * count + 2), length: 0 };
  extend(chain, 0, lefts[0] ?? 0, rows[0] ?? 0);
  for (let row = 0; row < count; row += 1) extend(chain, 0, rights[row] ?? 0, rows[row] ?? 0);
  const bottom = chain.length - 1;
  for (let row = count - 1; row >= 0; row -= 1) extend(chain, bottom, lefts[row] ?? 0, rows[row] ?? 0);
  return fromLeftmost(chain);
}

/** The corners of a hull as far as it is known. */
interface Chain {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  length: number;
}

/** Adds a point to a chain that turns clockwise from its point `first` on. */
function extend(chain: Chain, first: number, x: number, y: number): void {
  const { xs, ys } = chain;
  let last = chain.length - 1;
  while (last > first && turnOf(xs[last - 1] ?? 0, ys[last - 1] ?? 0, xs[last] ?? 0, ys[last] ?? 0, x, y) <= 0)
    last -= 1;
  xs[last + 1] = x;
  ys[last + 1] = y;
  chain.length = last + 2;
}

/** Twice the signed area of a triangle: positive where its corners go clockwise. */
const turnOf = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** The corners of a closed chain, the last of which is the first one again. */
function fromLeftmost({ xs, ys, length }: Chain): Point[] {
  let first = 0;
  for (let at = 1; at < length - 1; at += 1) {
    const [x, leftmost] = [xs[at] ?? 0, xs[first] ?? 0];
    if (x < leftmost || (x === leftmost && (ys[at] ?? 0) < (ys[first] ?? 0))) first = at;
  }
  return Array.from({ length: length - 1 }, (_, at) => {
    const place = (first + at) % (length - 1);
    return { x: xs[place] ?? 0, y: ys[place] ?? 0 };
  });
}
