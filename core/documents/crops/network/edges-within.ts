/** Edges that the network's maps show across a document: it may be several that touch and were not taken apart. */
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';
import type { DocumentMaps } from './edge-network.ts';
import { sideSeen } from './seen-documents.ts';

/** Pixels from a side from which an edge is not that side. */
const AWAY_FROM_SIDES = 8;
/** Places along a line that are looked at, and the part of the line at either end that is left out. */
const PLACES = 24;
const LEFT_OUT = 0.05;
/** Mean probability of an edge along a line across a document, from which it may be two. */
const MIN_SEEN = 0.2;
/** Mean probability of an edge along each side of a part. */
const MIN_SIDE_OF_PART = 0.1;

/** Whether the maps show an edge along a line across a document, from one side to the opposite one. */
export function hasEdgeWithin([a, b, c, d]: Quadrilateral, maps: DocumentMaps): boolean {
  return hasLineAcross([a, b, c, d], maps) || hasLineAcross([b, c, d, a], maps);
}

/** Whether the maps show an edge along each side of all parts of a document: a fold that only its shade shows is no edge. */
export const areSeen = (parts: readonly Quadrilateral[], maps: DocumentMaps): boolean =>
  parts.every((part) => part.every((_, side) => sideSeen(part, side, maps).seen >= MIN_SIDE_OF_PART));

/** Whether the mean probability of an edge is large enough along a line from the first side to the third. */
function hasLineAcross([a, b, c, d]: Quadrilateral, { width, height, edge }: DocumentMaps): boolean {
  const length = Math.min(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - d.x, c.y - d.y));
  for (let along = AWAY_FROM_SIDES; along <= length - AWAY_FROM_SIDES; along += 1) {
    const u = along / length;
    const fromX = a.x + u * (b.x - a.x);
    const fromY = a.y + u * (b.y - a.y);
    const toX = d.x + u * (c.x - d.x);
    const toY = d.y + u * (c.y - d.y);
    let sum = 0;
    for (let place = 0; place < PLACES; place += 1) {
      const v = LEFT_OUT + ((1 - 2 * LEFT_OUT) * (place + 0.5)) / PLACES;
      const x = Math.round(fromX + v * (toX - fromX));
      const y = Math.round(fromY + v * (toY - fromY));
      if (x >= 0 && y >= 0 && x < width && y < height) sum += edge[y * width + x] ?? 0;
    }
    if (sum / (255 * PLACES) >= MIN_SEEN) return true;
  }
  return false;
}
