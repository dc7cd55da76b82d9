/** The outline of a sheet of paper in a picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Corners clockwise from the top left. */
export type Quadrilateral = readonly [Point, Point, Point, Point];

/** A line: x · cos(angle) + y · sin(angle) = distance, angle in degrees. */
export interface StraightLine {
  readonly angle: number;
  readonly distance: number;
}

/** The corners of two roughly horizontal and two roughly vertical lines; undefined where two of them do not meet. */
export function cornersOf(
  oneFlat: StraightLine,
  oneSteep: StraightLine,
  otherFlat: StraightLine,
  otherSteep: StraightLine,
): Quadrilateral | undefined {
  return inOrder(
    meet(oneFlat, oneSteep),
    meet(oneFlat, otherSteep),
    meet(otherFlat, oneSteep),
    meet(otherFlat, otherSteep),
  );
}

/** The quadrilaterals of every two of some roughly horizontal lines and every two of some roughly vertical ones. */
export function* quadrilateralsOf(
  flat: readonly StraightLine[],
  steep: readonly StraightLine[],
): Generator<Quadrilateral> {
  const meetings = flat.map((one) => steep.map((other) => meet(one, other)));
  for (const [at, one] of meetings.entries())
    for (const other of meetings.slice(at + 1))
      for (let left = 0; left < steep.length; left += 1)
        for (let right = left + 1; right < steep.length; right += 1) {
          const corners = inOrder(one[right], one[left], other[right], other[left]);
          if (corners !== undefined) yield corners;
        }
}

function inOrder(
  p: Point | undefined,
  q: Point | undefined,
  r: Point | undefined,
  s: Point | undefined,
): Quadrilateral | undefined {
  if (p === undefined || q === undefined || r === undefined || s === undefined) return undefined;
  const [a, b, c, d] = [p, q, r, s].sort((one, other) => one.y - other.y);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [a.x < b.x ? a : b, a.x < b.x ? b : a, c.x < d.x ? d : c, c.x < d.x ? c : d];
}

function meet(a: StraightLine, b: StraightLine): Point | undefined {
  const [cosA, sinA, cosB, sinB] = [cos(a.angle), sin(a.angle), cos(b.angle), sin(b.angle)];
  const determinant = cosA * sinB - cosB * sinA;
  if (Math.abs(determinant) < 0.2) return undefined;
  return {
    x: (a.distance * sinB - b.distance * sinA) / determinant,
    y: (b.distance * cosA - a.distance * cosB) / determinant,
  };
}

const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);

/** The point at this part of the way from one to another: 0 at the first, 1 at the other. */
export const pointBetween = (a: Point, b: Point, part: number): Point => ({
  x: a.x + part * (b.x - a.x),
  y: a.y + part * (b.y - a.y),
});

/** Lengths of the top, right, bottom and left side. */
export function sideLengths([a, b, c, d]: Quadrilateral): readonly [number, number, number, number] {
  return [distance(a, b), distance(b, c), distance(c, d), distance(d, a)];
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** Whether the corners are in clockwise order and none lies inside the triangle of the others. */
export function isConvex(corners: Quadrilateral): boolean {
  return corners.every((corner, at) => {
    const [next = corner, afterNext = corner] = [corners[(at + 1) % 4], corners[(at + 2) % 4]];
    return (next.x - corner.x) * (afterNext.y - next.y) - (next.y - corner.y) * (afterNext.x - next.x) > 0;
  });
}

/** Largest angle between two opposite sides, in degrees: 0 for a rectangle, however it is turned. */
export function convergence([a, b, c, d]: Quadrilateral): number {
  const angle = (from: Point, to: Point) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const between = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180);
  return Math.max(between(angle(a, b), angle(d, c)), between(angle(a, d), angle(b, c)));
}
