/** How much of a line through a piece of a region is seen as an edge. */
import type { StraightLine } from '../../sheets/quadrilateral.ts';
import type { Gradients } from '../../sheets/sheet-edges.ts';
import type { Mask } from './mask.ts';

/** Gradient along a seam, in grey levels over two pixels. */
const MIN_GRADIENT = 3;

/**
 * Part of the line within a piece along which an edge is seen; 0 where the line leaves the piece in between, or less than
 * `least` is seen.
 */
export function seamSeen(line: StraightLine, mask: Mask, label: number, gradients: Gradients, least: number): number {
  const path = pathThrough(line, mask);
  const { fromX, fromY, nx, ny } = path;
  const { width, height, inside, left, top } = mask;
  const isInPiece = (step: number) => {
    const column = Math.round(fromX - step * ny) - left;
    const row = Math.round(fromY + step * nx) - top;
    return column >= 0 && row >= 0 && column < width && row < height && inside[row * width + column] === label;
  };
  let count = 0;
  let run = 0;
  let longest = 0;
  for (let step = path.first; step <= path.last; step += 1) {
    const isIn = isInPiece(step);
    run = isIn ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (isIn) count += 1;
  }
  if (longest < 0.9 * count || count < 10) return 0;
  let seen = count;
  for (let step = path.first; step <= path.last; step += 1) {
    if (!isInPiece(step)) continue;
    if (hasEdge(Math.round(fromX - step * ny), Math.round(fromY + step * nx), nx, ny, gradients)) continue;
    seen -= 1;
    if (seen / count < least) return 0;
  }
  return seen / count;
}

/** A line in steps of a pixel. */
interface Path {
  /** Where the step 0 is: the point that is nearest to the middle of the mask. */
  readonly fromX: number;
  readonly fromY: number;
  /** The normal of the line. */
  readonly nx: number;
  readonly ny: number;
  /** The steps outside of which it is not in the mask. */
  readonly first: number;
  readonly last: number;
}

function pathThrough({ angle, distance }: StraightLine, { width, height, left, top }: Mask): Path {
  const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const off = distance - middleX * nx - middleY * ny;
  const [fromX, fromY] = [middleX + off * nx, middleY + off * ny];
  const acrossX = stepsWithin(left - fromX, left + width - fromX, -ny);
  const acrossY = stepsWithin(top - fromY, top + height - fromY, nx);
  const reach = width + height;
  return {
    fromX,
    fromY,
    nx,
    ny,
    first: Math.max(-reach, acrossX.first, acrossY.first),
    last: Math.min(reach, acrossX.last, acrossY.last),
  };
}

/** The whole steps of a length after which a place is between two bounds, and a few more. */
function stepsWithin(from: number, to: number, length: number): { readonly first: number; readonly last: number } {
  if (Math.abs(length) < 1e-9) return { first: -Infinity, last: Infinity };
  const [one, other] = [(from - 1) / length, (to + 1) / length];
  return { first: Math.floor(Math.min(one, other)) - 1, last: Math.ceil(Math.max(one, other)) + 1 };
}

function hasEdge(x: number, y: number, nx: number, ny: number, { width, height, across, down }: Gradients): boolean {
  for (let off = -2; off <= 2; off += 1) {
    const column = Math.round(x + off * nx);
    const row = Math.round(y + off * ny);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const gx = across[row * width + column] ?? 0;
    const gy = down[row * width + column] ?? 0;
    const along = Math.abs(gx * nx + gy * ny);
    if (along >= MIN_GRADIENT && along >= 0.8 * Math.sqrt(gx * gx + gy * gy)) return true;
  }
  return false;
}
