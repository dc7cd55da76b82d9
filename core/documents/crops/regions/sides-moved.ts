/** A quadrilateral with its sides elsewhere. */
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';

/** Sine of the angle at a corner, at least. */
const MIN_ACROSS = 0.2;

/**
 * The quadrilateral whose sides lie `by` pixels farther out; undefined where two of them are nearly parallel.
 * @param by  of the sides that begin at each corner, in their order
 */
export function sidesMoved(corners: Quadrilateral, by: readonly number[]): Quadrilateral | undefined {
  const sides = corners.map((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
    const [x, y] = [(to.y - from.y) / length, (from.x - to.x) / length];
    return { x, y, distance: x * from.x + y * from.y + (by[at] ?? 0) };
  });
  const [a, b, c, d] = sides.map((side, at) => {
    const before = sides[(at + 3) % 4] ?? side;
    const across = before.x * side.y - before.y * side.x;
    if (Math.abs(across) < MIN_ACROSS) return undefined;
    return {
      x: (before.distance * side.y - side.distance * before.y) / across,
      y: (before.x * side.distance - side.x * before.distance) / across,
    };
  });
  return a && b && c && d ? [a, b, c, d] : undefined;
}

/** The quadrilateral whose sides all lie `by` pixels farther out. */
export const moved = (corners: Quadrilateral, by: number): Quadrilateral | undefined =>
  sidesMoved(corners, [by, by, by, by]);
