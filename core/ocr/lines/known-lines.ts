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
  return (
    known.rotation === rotation &&
    (['left', 'top', 'right', 'bottom'] as const).every((edge) => Math.abs(known.box[edge] - box[edge]) <= most)
  );
}
