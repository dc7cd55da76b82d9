/** The outline of a region, and the quadrilateral around it. */
import { turn } from '../../../ocr/layout/convex-hull.ts';
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Point, Quadrilateral } from '../../sheets/quadrilateral.ts';
import { isConvex } from '../../sheets/quadrilateral.ts';

export interface Outline {
  /** Column and row of each pixel of the outline, clockwise. */
  readonly xs: Uint16Array;
  readonly ys: Uint16Array;
  /** Area inside, holes included, in pixels. */
  readonly area: number;
}

/** Pixels around a document that belong to neither: its edge and its shadow. */
const MARGIN = 5;

/** Steps to the eight neighbours, clockwise from the right one. */
const ACROSS = Int8Array.of(1, 1, 0, -1, -1, -1, 0, 1);
const DOWN = Int8Array.of(0, 1, 1, 1, 0, -1, -1, -1);

/**
 * Follows the outer edge of the region of pixels that are at least as bright as `level`, clockwise from its first pixel
 * (from the top and then from the left).
 * @returns undefined where it is longer than `maxLength` pixels
 */
export function traceOutline(
  { width, height, data }: RasterImage,
  first: number,
  level: number,
  maxLength: number,
): Outline | undefined {
  const xs = new Uint16Array(maxLength);
  const ys = new Uint16Array(maxLength);
  const [startX, startY] = [first % width, Math.floor(first / width)];
  xs[0] = startX;
  ys[0] = startY;
  let x = startX;
  let y = startY;
  let direction = 0;
  let twiceArea = 0;
  let length = 1;
  const isIn = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && (data[row * width + column] ?? 0) >= level;
  for (let turns = 0; turns < 8;) {
    const nextX = x + (ACROSS[direction] ?? 0);
    const nextY = y + (DOWN[direction] ?? 0);
    const after = (direction + 1) % 8;
    // Diagonally, only past a pixel of the region: of those beside such a step, the one before was no such pixel.
    const isReached = direction % 2 === 0 || isIn(x + (ACROSS[after] ?? 0), y + (DOWN[after] ?? 0));
    if (!isReached || !isIn(nextX, nextY)) {
      direction = (direction + 1) % 8;
      turns += 1;
      continue;
    }
    turns = 0;
    twiceArea += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
    if (x === startX && y === startY) break;
    if (length >= maxLength) return undefined;
    xs[length] = x;
    ys[length] = y;
    length += 1;
    // Next, look from the left of where it came from.
    direction = (direction + 6 - (direction % 2)) % 8;
  }
  const area = Math.abs(twiceArea) / 2 + length / 2 + 1;
  return { xs: xs.subarray(0, length), ys: ys.subarray(0, length), area };
}

/** Area of a polygon. */
export function areaOfPolygon(points: readonly Point[]): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 1) {
    const point = points[at];
    const next = points[(at + 1) % points.length] ?? point;
    if (point !== undefined && next !== undefined) sum += point.x * next.y - next.x * point.y;
  }
  return Math.abs(sum) / 2;
}

/**
 * The quadrilateral around a convex polygon: sides are left out one by one, each time the one whose neighbours meet with
 * the least area added (a corner that is cut off is completed). Undefined where there is none.
 */
export function quadrilateralAround(hull: readonly Point[]): Quadrilateral | undefined {
  const polygon = [...hull];
  const shorter = polygon.map((_, at) => withoutSide(polygon, at));
  while (polygon.length > 4) {
    const side = leastAdded(shorter);
    const best = shorter[side];
    if (best === undefined) return undefined;
    const next = (side + 1) % polygon.length;
    polygon[side] = best.corner;
    polygon.splice(next, 1);
    shorter.splice(next, 1);
    // Only the sides that begin up to three corners before the new one, and the one after it, have other neighbours.
    const corner = next === 0 ? side - 1 : side;
    for (let off = -2; off <= 1; off += 1) {
      const changed = (corner + off + polygon.length) % polygon.length;
      shorter[changed] = withoutSide(polygon, changed);
    }
  }
  return clockwiseFromTopLeft(polygon);
}

interface Shorter {
  /** Where the neighbours of the side that is left out meet. */
  readonly corner: Point;
  readonly added: number;
}

/** The place of the one by which the least area is added. */
function leastAdded(all: readonly (Shorter | undefined)[]): number {
  let least = Infinity;
  let place = -1;
  for (let at = 0; at < all.length; at += 1) {
    const one = all[at];
    if (one === undefined || (place >= 0 && one.added >= least)) continue;
    least = one.added;
    place = at;
  }
  return place;
}

/** A polygon without the side that begins at this corner; undefined where its neighbours do not meet outside. */
function withoutSide(polygon: readonly Point[], side: number): Shorter | undefined {
  const { length } = polygon;
  const before = polygon[(side + length - 1) % length];
  const from = polygon[side];
  const to = polygon[(side + 1) % length];
  const after = polygon[(side + 2) % length];
  if (before === undefined || from === undefined || to === undefined || after === undefined) return undefined;
  const ax = from.x - before.x;
  const ay = from.y - before.y;
  const bx = to.x - after.x;
  const by = to.y - after.y;
  const across = ax * by - ay * bx;
  // The neighbours must meet on the outer side.
  if (across >= -1e-9) return undefined;
  const along = ((to.x - from.x) * by - (to.y - from.y) * bx) / across;
  if (along < 0) return undefined;
  const corner = { x: from.x + along * ax, y: from.y + along * ay };
  return { corner, added: Math.abs(turn(from, corner, to)) / 2 };
}

/**
 * Four points as a quadrilateral: clockwise from the upper left corner of a sheet that is turned by at most 45°. Undefined
 * where they are not the corners of a convex quadrilateral.
 */
export function clockwiseFromTopLeft(points: readonly Point[]): Quadrilateral | undefined {
  const [a, b, c, d] = points;
  if (a === undefined || b === undefined || c === undefined || d === undefined || points.length !== 4) return undefined;
  const turns: readonly Quadrilateral[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ];
  // The upper side is the one that points most to the right, judged with the lower one.
  const rightward = ([p, q, r, s]: Quadrilateral) => {
    const [x, y] = [q.x - p.x + r.x - s.x, q.y - p.y + r.y - s.y];
    return x / Math.max(1e-9, Math.hypot(x, y));
  };
  const best = turns.reduce((most, next) => (rightward(next) > rightward(most) + 1e-9 ? next : most));
  return isConvex(best) ? best : undefined;
}

/** The part of a row that a quadrilateral covers; of the nearest row that it covers, where it does not reach this one. */
export function spanAt(y: number, [a, b, c, d]: Quadrilateral): { readonly from: number; readonly to: number } {
  const row = Math.min(Math.max(y, Math.min(a.y, b.y, c.y, d.y)), Math.max(a.y, b.y, c.y, d.y));
  let from = Infinity;
  let to = -Infinity;
  for (let at = 0; at < 4; at += 1) {
    const p = at === 0 ? a : at === 1 ? b : at === 2 ? c : d;
    const q = at === 0 ? b : at === 1 ? c : at === 2 ? d : a;
    if ((p.y < row && q.y < row) || (p.y > row && q.y > row)) continue;
    const first = p.y === q.y ? p.x : p.x + ((row - p.y) / (q.y - p.y)) * (q.x - p.x);
    const second = p.y === q.y ? q.x : first;
    from = Math.min(from, first, second);
    to = Math.max(to, first, second);
  }
  return { from, to };
}

/** How many sides of a box the points lie on or beyond. */
export const sidesReached = (
  points: readonly Point[],
  box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
): number =>
  [
    points.some(({ x }) => x <= box.left),
    points.some(({ y }) => y <= box.top),
    points.some(({ x }) => x >= box.right),
    points.some(({ y }) => y >= box.bottom),
  ].filter(Boolean).length;

/** For each pixel whether it lies in one of the documents or within their margin. */
export function coverOf(
  { width, height }: { readonly width: number; readonly height: number },
  documents: readonly { readonly corners: Quadrilateral }[],
): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const { corners } of documents) fillQuadrilateral(covered, width, height, corners);
  return covered;
}

function fillQuadrilateral(covered: Uint8Array, width: number, height: number, corners: Quadrilateral): void {
  const ys = corners.map(({ y }) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys) - MARGIN));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys) + MARGIN));
  for (let y = top; y <= bottom; y += 1) {
    const { from, to } = spanAt(y, corners);
    const [left, right] = [Math.max(0, Math.floor(from - MARGIN)), Math.min(width - 1, Math.ceil(to + MARGIN))];
    if (left <= right) covered.fill(1, y * width + left, y * width + right + 1);
  }
}
