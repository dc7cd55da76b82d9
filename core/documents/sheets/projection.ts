/** Perspective: the projection between two planes. */
import type { Point } from './quadrilateral.ts';

/**
 * The projection that maps four points to four others, no three of them on a line: x' = (ax + by + c) / (gx + hy + 1),
 * y' = (dx + ey + f) / (gx + hy + 1).
 */
export function projectionOf(from: readonly Point[], to: readonly Point[]): (x: number, y: number) => Point {
  const rows = from.flatMap(({ x, y }, index) => {
    const { x: u, y: v } = to[index] ?? { x: 0, y: 0 };
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

/** Solves n linear equations, each a row of n coefficients and the right side (Gauss–Jordan with pivoting). */
function solve(equations: readonly (readonly number[])[]): number[] {
  const rows = equations.map((row) => [...row]);
  for (let column = 0; column < rows.length; column += 1) {
    const below = rows.slice(column);
    const pivot = below.reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const at = rows.indexOf(pivot);
    rows[at] = rows[column] ?? pivot;
    const scale = pivot[column] ?? 1;
    const unit = pivot.map((value) => value / scale);
    rows[column] = unit;
    for (const [index, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (index !== column) rows[index] = row.map((value, place) => value - factor * (unit[place] ?? 0));
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
