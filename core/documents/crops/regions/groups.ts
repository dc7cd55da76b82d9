/** Pixels of one kind that lie near each other, and the rectangle around them. */
import type { Point, Quadrilateral } from '../../sheets/quadrilateral.ts';
import { clockwiseFromTopLeft } from './outline.ts';

/** Side in pixels of the cells in which pixels are counted. */
const CELL = 4;

/** The corners of the cells that hold marked pixels, by group: cells of a group are at most `distance` pixels apart. */
export function groupsOf(
  marked: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  distance: number,
): Point[][] {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (marked[y * width + x] === 1) cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] = 1;
  const reach = Math.max(1, Math.round(distance / CELL));
  const groups: Point[][] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (cells[start] !== 1) continue;
    const points: Point[] = [];
    const waiting = [start];
    cells[start] = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)];
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        // prettier-ignore
        points.push({ x: (column + dx) * CELL, y: (row + dy) * CELL });
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y += 1)
        for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x += 1) {
          const next = y * columns + x;
          if (cells[next] !== 1) continue;
          cells[next] = 0;
          waiting.push(next);
        }
    }
    groups.push(points);
  }
  return groups;
}

/** The rectangle with the least area around a hull: one of its sides lies along a side of the hull. */
export function smallestRectangle(hull: readonly Point[]): Quadrilateral | undefined {
  let best: { readonly corners: readonly Point[]; readonly area: number } | undefined;
  for (const [at, from] of hull.entries()) {
    const to = hull[(at + 1) % hull.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) continue;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const along = hull.map(({ x, y }) => x * ux + y * uy);
    const across = hull.map(({ x, y }) => y * ux - x * uy);
    const [left, right, top, bottom] = [
      Math.min(...along),
      Math.max(...along),
      Math.min(...across),
      Math.max(...across),
    ];
    const area = (right - left) * (bottom - top);
    if (best !== undefined && area >= best.area) continue;
    const corner = (a: number, b: number): Point => ({ x: a * ux - b * uy, y: a * uy + b * ux });
    best = { corners: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)], area };
  }
  return best === undefined ? undefined : clockwiseFromTopLeft(best.corners);
}
