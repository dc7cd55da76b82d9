/** The convex polygon around points of a picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The convex hull, clockwise in a picture whose y grows downwards (A. Andrew's monotone chain, 1979). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (some: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of some) {
      while (chain.length >= 2 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Twice the signed area of a triangle: positive where a, b, c go clockwise in a picture. */
export function turn(a: Point | undefined, b: Point | undefined, c: Point): number {
  if (a === undefined || b === undefined) return 0;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
