/** The outline of a region, and the quadrilateral around it. */
import { turn } from '../../../ocr/layout/convex-hull.ts';
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Point, Quadrilateral } from '../../sheets/quadrilateral.ts';
import { isConvex } from '../../sheets/quadrilateral.ts';

export interface Outline {
  /** Pixels of the outline, clockwise. */
  readonly points: readonly Point[];
  /** Area inside, holes included, in pixels. */
  readonly area: number;
}

/** Pixels around a document that belong to neither: its edge and its shadow. */
const MARGIN = 5;

const STEPS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

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
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[y * width + x] ?? 0) >= level;
  const start = { x: first % width, y: Math.floor(first / width) };
  const points: Point[] = [start];
  let [x, y, direction, twiceArea] = [start.x, start.y, 0, 0];
  for (let turns = 0; turns < 8;) {
    const [dx, dy] = STEPS[direction] ?? [0, 0];
    if (!isInside(x + dx, y + dy)) {
      direction = (direction + 1) % 8;
      turns += 1;
      continue;
    }
    turns = 0;
    twiceArea += x * (y + dy) - (x + dx) * y;
    [x, y] = [x + dx, y + dy];
    if (x === start.x && y === start.y) break;
    points.push({ x, y });
    if (points.length > maxLength) return undefined;
    // Next, look from the left of where it came from.
    direction = (direction + 6 - (direction % 2)) % 8;
  }
  return { points, area: Math.abs(twiceArea) / 2 + points.length / 2 + 1 };
}

/** Area of a polygon. */
export const areaOfPolygon = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, { x, y }, at) => {
      const next = points[(at + 1) % points.length] ?? { x, y };
      return sum + x * next.y - next.x * y;
    }, 0),
  ) / 2;

/**
 * The quadrilateral around a convex polygon: sides are left out one by one, each time the one whose neighbours meet with
 * the least area added (a corner that is cut off is completed). Undefined where there is none.
 */
export function quadrilateralAround(hull: readonly Point[]): Quadrilateral | undefined {
  let polygon = [...hull];
  while (polygon.length > 4) {
    const best = polygon
      .map((_, at) => withoutSide(polygon, at))
      .filter((candidate) => candidate !== undefined)
      .reduce<Shorter | undefined>(
        (least, next) => (least === undefined || next.added < least.added ? next : least),
        undefined,
      );
    if (best === undefined) return undefined;
    polygon = polygon.flatMap((point, at) => {
      if (at === best.side) return [best.corner];
      return at === (best.side + 1) % polygon.length ? [] : [point];
    });
  }
  return clockwiseFromTopLeft(polygon);
}

interface Shorter {
  /** The side that begins at this corner is left out. */
  readonly side: number;
  readonly corner: Point;
  readonly added: number;
}

function withoutSide(polygon: readonly Point[], side: number): Shorter | undefined {
  const at = (index: number) => polygon[(index + polygon.length) % polygon.length] ?? { x: 0, y: 0 };
  const [before, from, to, after] = [at(side - 1), at(side), at(side + 1), at(side + 2)];
  const [ax, ay, bx, by] = [from.x - before.x, from.y - before.y, to.x - after.x, to.y - after.y];
  const across = ax * by - ay * bx;
  // The neighbours must meet on the outer side.
  if (across >= -1e-9) return undefined;
  const along = ((to.x - from.x) * by - (to.y - from.y) * bx) / across;
  if (along < 0) return undefined;
  const corner = { x: from.x + along * ax, y: from.y + along * ay };
  return { side, corner, added: Math.abs(turn(from, corner, to)) / 2 };
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
export function spanAt(y: number, corners: readonly Point[]): { readonly from: number; readonly to: number } {
  const ys = corners.map((corner) => corner.y);
  const row = Math.min(Math.max(y, Math.min(...ys)), Math.max(...ys));
  const xs = corners.flatMap((a, at) => {
    const b = corners[(at + 1) % corners.length] ?? a;
    if ((a.y < row && b.y < row) || (a.y > row && b.y > row)) return [];
    return a.y === b.y ? [a.x, b.x] : [a.x + ((row - a.y) / (b.y - a.y)) * (b.x - a.x)];
  });
  return { from: Math.min(...xs), to: Math.max(...xs) };
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
