/** The order in which the documents on a page are read: row by row, each from the left. */
import type { Quadrilateral } from '../sheets/quadrilateral.ts';

interface Extent {
  readonly corners: Quadrilateral;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
}

/** Part of the height of the shorter of two documents by which they must overlap to be in one row. */
const SAME_ROW = 0.5;

/**
 * Sorts documents into reading order. A row begins with the uppermost document that is left; from the top, each that
 * shares half of its height, or of the other's, with all in the row is in it too.
 */
export function inReadingOrder(documents: readonly Quadrilateral[]): Quadrilateral[] {
  let left = documents.map((corners) => extentOf(corners)).toSorted((a, b) => a.top - b.top || a.left - b.left);
  const ordered: Quadrilateral[] = [];
  while (left.length > 0) {
    const row = left.reduce<Extent[]>(
      (all, next) => (all.every((other) => isInRow(next, other)) ? [...all, next] : all),
      [],
    );
    ordered.push(...row.toSorted((a, b) => a.left - b.left).map(({ corners }) => corners));
    left = left.filter((other) => !row.includes(other));
  }
  return ordered;
}

function isInRow(one: Extent, other: Extent): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared >= SAME_ROW * Math.min(one.bottom - one.top, other.bottom - other.top);
}

function extentOf(corners: Quadrilateral): Extent {
  const [a, b, c, d] = corners;
  // The middles of the sides: a turned sheet reaches farther with its corners than it is high.
  return { corners, top: (a.y + b.y) / 2, bottom: (c.y + d.y) / 2, left: (a.x + d.x) / 2 };
}
