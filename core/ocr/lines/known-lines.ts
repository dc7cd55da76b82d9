/** Finds the lines of a page that another layout analysis has found alike and that were read then. */
import type { LineSegment } from '../layout/page-layout.ts';
import type { LineReading } from './read-lines.ts';

/** Maximum distance between the edges of the same line, in multiples of its height. */
const MAX_DISTANCE = 0.4;

/**
 * @param segments the lines of the new layout
 * @param known lines that were read before, with boxes in pixels of the same image
 * @returns by segment, the words of the known line at the same place
 */
export function findKnownLines(
  segments: readonly LineSegment[],
  known: readonly LineReading[],
): Map<LineSegment, LineReading> {
  const found = new Map<LineSegment, LineReading>();
  for (const segment of segments) {
    const line = known.find((other) => isSameLine(other.segment, segment));
    if (line !== undefined)
      found.set(segment, {
        segment,
        words: line.words.map((word) => ({ ...word, line: segment.line, block: segment.block })),
      });
  }
  return found;
}

function isSameLine(known: LineSegment, { rotation, box }: LineSegment): boolean {
  const most = MAX_DISTANCE * (box.bottom - box.top);
  // Without a loop over the edges: a page has thousands of lines, each of which is compared with all of the others.
  return (
    known.rotation === rotation &&
    Math.abs(known.box.top - box.top) <= most &&
    Math.abs(known.box.left - box.left) <= most &&
    Math.abs(known.box.right - box.right) <= most &&
    Math.abs(known.box.bottom - box.bottom) <= most
  );
}
