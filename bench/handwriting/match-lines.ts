/** Assigns the words that were read on a page to the lines that are known to be there. */
import type { Point } from '../../core/documents/sheets/quadrilateral.ts';
import type { PageWord } from '../../core/ocr/read-words.ts';
import type { KnownLine } from './known-lines.ts';
import { extentAt } from './line-extent.ts';

/** Multiples of a line's height by which a word's middle may lie beside the line, and above or below it. */
const MAX_BESIDE = 1;
const MAX_ABOVE = 0.25;

/**
 * The text that was read for each line, from left to right. A word belongs to the line whose middle is nearest to its
 * own, in its column; words far from all lines belong to none.
 * @param lines in the pixels of the words
 */
export function matchLines(
  lines: readonly KnownLine[],
  words: readonly Pick<PageWord, 'x1' | 'y1' | 'x2' | 'y2' | 'text'>[],
): string[] {
  const own = lines.map((): (typeof words)[number][] => []);
  for (const word of words) {
    const middle = { x: (word.x1 + word.x2) / 2, y: (word.y1 + word.y2) / 2 };
    const distances = lines.map(({ outline }) => distanceTo(outline, middle));
    const nearest = Math.min(...distances);
    if (nearest < Infinity) own[distances.indexOf(nearest)]?.push(word);
  }
  return own.map((of) =>
    of
      .toSorted((a, b) => a.x1 - b.x1)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Pixels from a point to the middle of a line in the point's column; Infinity where the point lies too far outside. */
function distanceTo(outline: readonly Point[], { x, y }: Point): number {
  const xs = outline.map((point) => point.x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const extent = extentAt(outline, Math.max(left, Math.min(right, x)));
  if (extent === null) return Infinity;
  const height = extent.bottom - extent.top;
  if (Math.max(left - x, x - right) > MAX_BESIDE * height) return Infinity;
  if (Math.max(extent.top - y, y - extent.bottom) > MAX_ABOVE * height) return Infinity;
  return Math.abs(y - (extent.top + extent.bottom) / 2);
}
