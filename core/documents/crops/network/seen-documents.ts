/** What the network's maps show of a document: how well its sides are seen, and whether what is between them is in one. */
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { Candidate } from '../candidates.ts';
import type { DocumentMaps } from './edge-network.ts';

/** A document with what is seen of it. */
export interface SeenDocument extends Pick<Candidate, 'corners' | 'area' | 'filled'> {
  /** Mean probability of an edge along the side that is seen the least, 0 to 1. */
  readonly leastSide: number;
  /** 0 to 1: how well its sides are seen, times how surely what is between them lies in a document. */
  readonly score: number;
}

/** Mean probability of an edge along each side, and along all sides, at least. */
const MIN_SIDE_SEEN = 0.35;
const MIN_SEEN = 0.7;
/** Mean probability, of the places between the sides, that they lie in a document, at least. */
const MIN_INSIDE = 0.6;
/** Sides that may lie at the border of the picture. */
const MAX_AT_BORDER = 3;
/** What a place at the border of the picture counts for: the document may go on beyond it. */
const AT_BORDER = 0.6;
/** Pixels from the border within which a place is at the border. */
const BORDER = 3;
/** Places along a side that are looked at, and the part of a side at either end that is left out: corners are worn. */
const PLACES = 40;
const LEFT_OUT = 0.04;
/** Pixels on either side of a place within which the edge may be. */
const REACH = 2;
/** Rows and columns of places between the sides; one more row or column at each side is too near the edge. */
const ROWS = 12;

/** Returns the document, or undefined where the maps do not show one between the corners. */
export function seenDocument(candidate: Candidate, maps: DocumentMaps): SeenDocument | undefined {
  const sides = candidate.corners.map((_, at) => sideSeen(candidate.corners, at, maps));
  const leastSide = Math.min(...sides.map(({ seen }) => seen));
  const seen = sides.reduce((sum, side) => sum + side.seen / sides.length, 0);
  if (leastSide < MIN_SIDE_SEEN || seen < MIN_SEEN) return undefined;
  if (sides.filter(({ isAtBorder }) => isAtBorder).length > MAX_AT_BORDER) return undefined;
  const inside = meanInside(candidate.corners, maps);
  return inside < MIN_INSIDE
    ? undefined
    : { corners: candidate.corners, area: candidate.area, filled: candidate.filled, leastSide, score: seen * inside };
}

/** Mean probability of an edge along a side, 0 to 1, and whether most of it lies at the border of the picture. */
export function sideSeen(
  corners: Quadrilateral,
  side: number,
  { width, height, edge }: DocumentMaps,
): { readonly seen: number; readonly isAtBorder: boolean } {
  const from = corners[side] ?? corners[0];
  const to = corners[(side + 1) % 4] ?? from;
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const [nx, ny] = [(from.y - to.y) / length, (to.x - from.x) / length];
  let [sum, atBorder] = [0, 0];
  for (let place = 0; place < PLACES; place += 1) {
    const part = LEFT_OUT + ((1 - 2 * LEFT_OUT) * (place + 0.5)) / PLACES;
    const x = from.x + part * (to.x - from.x);
    const y = from.y + part * (to.y - from.y);
    if (x < BORDER || y < BORDER || x > width - 1 - BORDER || y > height - 1 - BORDER) {
      atBorder += 1;
      continue;
    }
    let most = 0;
    for (let off = -REACH; off <= REACH; off += 1)
      most = Math.max(most, edge[Math.round(y + off * ny) * width + Math.round(x + off * nx)] ?? 0);
    sum += most / 255;
  }
  return { seen: (sum + AT_BORDER * atBorder) / PLACES, isAtBorder: 2 * atBorder > PLACES };
}

/** Mean probability, of places within the corners, that they lie in a document, 0 to 1. */
export function meanInside([a, b, c, d]: Quadrilateral, { width, height, inside }: DocumentMaps): number {
  let [sum, count] = [0, 0];
  for (let row = 1; row <= ROWS; row += 1)
    for (let column = 1; column <= ROWS; column += 1) {
      const u = (column + 0.5) / (ROWS + 2);
      const v = (row + 0.5) / (ROWS + 2);
      const x = Math.round((1 - v) * ((1 - u) * a.x + u * b.x) + v * ((1 - u) * d.x + u * c.x));
      const y = Math.round((1 - v) * ((1 - u) * a.y + u * b.y) + v * ((1 - u) * d.y + u * c.y));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      sum += (inside[y * width + x] ?? 0) / 255;
      count += 1;
    }
  return sum / Math.max(1, count);
}
