/** How far documents lie on each other. */
import type { Point, Quadrilateral } from '../../sheets/quadrilateral.ts';
import { areaOfPolygon } from './outline.ts';

/** Part of the smaller one's area by which documents that lie beside each other may overlap. */
const MAX_OVERLAP = 0.15;

/** Intersection over union of two convex quadrilaterals, 0 to 1. */
export function intersectionOverUnion(a: Quadrilateral, b: Quadrilateral): number {
  const shared = sharedArea(a, b);
  return shared / (areaOfPolygon(a) + areaOfPolygon(b) - shared);
}

/** Whether two documents hardly overlap. */
export const areBesideEachOther = (a: Quadrilateral, b: Quadrilateral): boolean =>
  sharedArea(a, b) <= MAX_OVERLAP * Math.min(areaOfPolygon(a), areaOfPolygon(b));

/** Area that two convex quadrilaterals share (I. Sutherland, G. Hodgman, Reentrant polygon clipping, CACM 1974). */
export function sharedArea(a: Quadrilateral, b: Quadrilateral): number {
  if (areApart(a, b)) return 0;
  let polygon: readonly Point[] = a;
  for (const [at, from] of b.entries()) {
    const to = b[(at + 1) % 4] ?? from;
    polygon = clip(polygon, from, to);
  }
  return areaOfPolygon(polygon);
}

/** Whether the upright boxes around them do not meet. */
function areApart(a: Quadrilateral, b: Quadrilateral): boolean {
  const [first, second] = [boxAround(a), boxAround(b)];
  return (
    first.right < second.left || second.right < first.left || first.bottom < second.top || second.bottom < first.top
  );
}

const boxAround = ([a, b, c, d]: Quadrilateral) => ({
  left: Math.min(a.x, b.x, c.x, d.x),
  top: Math.min(a.y, b.y, c.y, d.y),
  right: Math.max(a.x, b.x, c.x, d.x),
  bottom: Math.max(a.y, b.y, c.y, d.y),
});

/** The part of a polygon to the right of a line, which is the inside of a clockwise polygon. */
function clip(polygon: readonly Point[], from: Point, to: Point): Point[] {
  const side = ({ x, y }: Point) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  return polygon.flatMap((point, at) => {
    const next = polygon[(at + 1) % polygon.length] ?? point;
    const [here, there] = [side(point), side(next)];
    const kept = here >= 0 ? [point] : [];
    if (here * there >= 0) return kept;
    const part = here / (here - there);
    return [...kept, { x: point.x + part * (next.x - point.x), y: point.y + part * (next.y - point.y) }];
  });
}
