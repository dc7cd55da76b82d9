/** Where the outline of a line lies in each column, and how high its letters are. */
import type { Point } from '../../core/documents/sheets/quadrilateral.ts';

/** The top and bottom of an outline in a column. */
export interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** Multiples of the mean width of a line's characters by which its letters reach above and below a strip at their feet. */
const ABOVE = 1.5;
const BELOW = 0.5;

/** Where the edges of an outline cross the column x; null where none does. */
export function extentAt(outline: readonly Point[], x: number): Extent | null {
  const crossed = outline.flatMap((from, at) => {
    const to = outline[(at + 1) % outline.length] ?? from;
    if (Math.min(from.x, to.x) > x || Math.max(from.x, to.x) < x) return [];
    return from.x === to.x ? [from.y, to.y] : [from.y + ((x - from.x) * (to.y - from.y)) / (to.x - from.x)];
  });
  return crossed.length === 0 ? null : { top: Math.min(...crossed), bottom: Math.max(...crossed) };
}

/**
 * The outline of a line with its letters. Some transcribers draw no more than a strip along the feet of the letters: lower
 * than a character is wide.
 */
export function outlineOfLetters(outline: readonly Point[], text: string): readonly Point[] {
  const xs = outline.map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const character = (right - left) / Math.max(1, text.length);
  const heights = xs
    .map((x) => extentAt(outline, x))
    .map((extent) => (extent === null ? 0 : extent.bottom - extent.top));
  if (Math.max(...heights) >= character) return outline;
  return outline.map(({ x, y }) => {
    const extent = extentAt(outline, x) ?? { top: y, bottom: y };
    const isAbove = y < (extent.top + extent.bottom) / 2;
    return { x, y: isAbove ? y - ABOVE * character : y + BELOW * character };
  });
}
