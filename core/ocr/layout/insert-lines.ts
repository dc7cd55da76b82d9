/** Inserts lines that were found later into the reading order of a page. */
import type { Box } from '../lstm/line-image.ts';
import { unrotateBox } from './rotate-image.ts';
import type { LineReading } from '../lines/read-lines.ts';

/** Minimum vertical overlap of segments of one line, as a fraction of the lower one. */
const SAME_ROW = 0.5;
/** Maximum gap between segments of one line, and between lines of one block, in multiples of the line height. */
const MAX_GAP = 3;
const MAX_LINE_GAP = 1.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Placed {
  readonly reading: LineReading;
  readonly box: Box;
}

/**
 * @param lines the lines of a page, in reading order
 * @param found lines to insert, each of which overlaps none of them; those without words are left out
 * @param image size of the image that the boxes refer to
 * @returns all lines: a found one continues the line to its left if that is close, else it follows the nearest line
 * above it
 */
export function insertLines(lines: readonly LineReading[], found: readonly LineReading[], image: Size): LineReading[] {
  const place = (reading: LineReading): Placed => ({ reading, box: boxOf(reading, image) });
  const placed = lines.map(place);
  /** The found lines, with the number of the line above each: cells of a row follow the same line, however far apart. */
  const below = new Map<Placed, number>();
  let next = Math.max(-1, ...lines.map(({ segment }) => segment.line)) + 1;
  let nextBlock = Math.max(-1, ...lines.map(({ segment }) => segment.block)) + 1;
  for (const item of byRow(found.filter(({ words }) => words.length > 0).map(place))) {
    const above = nearestAbove(placed, item.box);
    const mates = [...below].filter(([, line]) => line === above?.reading.segment.line).map(([mate]) => mate);
    const left = leftNeighbour(placed, item.box, MAX_GAP) ?? leftNeighbour(mates, item.box, Infinity);
    if (left !== null) {
      const cell = withNumbers(item, left.reading.segment.line, left.reading.segment.block);
      placed.splice(placed.indexOf(left) + 1, 0, cell);
      if (above !== null) below.set(cell, above.reading.segment.line);
      continue;
    }
    const close =
      above !== null && item.box.top - above.box.bottom <= MAX_LINE_GAP * (above.box.bottom - above.box.top);
    const block = close ? above.reading.segment.block : nextBlock++;
    const line = withNumbers(item, next++, block);
    placed.splice(above === null ? firstBelow(placed, item.box) : endOfLine(placed, above), 0, line);
    if (above !== null) below.set(line, above.reading.segment.line);
  }
  return placed.map(({ reading }) => reading);
}

/** From the top; those that overlap the first one of their row vertically from left to right. */
function byRow(found: readonly Placed[]): Placed[] {
  const rows: Placed[][] = [];
  for (const item of found.toSorted((a, b) => a.box.top - b.box.top)) {
    const first = rows.at(-1)?.[0];
    if (first !== undefined && sharesRow(first.box, item.box)) rows.at(-1)?.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left));
}

const sharesRow = (a: Box, b: Box): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= SAME_ROW * Math.min(a.bottom - a.top, b.bottom - b.top);

function boxOf({ segment, words }: LineReading, image: Size): Box {
  const box = unrotateBox(segment.box, image, segment.rotation);
  return {
    left: Math.min(box.right, ...words.map(({ x1 }) => x1)),
    top: box.top,
    right: Math.max(box.left, ...words.map(({ x2 }) => x2)),
    bottom: box.bottom,
  };
}

function withNumbers({ reading, box }: Placed, line: number, block: number): Placed {
  const words = reading.words.map((word) => ({ ...word, line, block }));
  return { box, reading: { segment: { ...reading.segment, line, block }, words } };
}

/** The segment in the same row that ends closest to the left of the box. */
function leftNeighbour(placed: readonly Placed[], box: Box, maxGap: number): Placed | null {
  const candidates = placed.filter(
    ({ box: other }) =>
      other.right <= box.left + (box.bottom - box.top) / 2 &&
      box.left - other.right <= maxGap * (box.bottom - box.top) &&
      sharesRow(box, other),
  );
  return candidates.reduce<Placed | null>(
    (best, item) => (best === null || item.box.right > best.box.right ? item : best),
    null,
  );
}

/** The lowest line above the box that it overlaps horizontally. */
function nearestAbove(placed: readonly Placed[], box: Box): Placed | null {
  const candidates = placed.filter(
    ({ box: other }) =>
      other.top + other.bottom < box.top + box.bottom && other.left < box.right && other.right > box.left,
  );
  return candidates.reduce<Placed | null>(
    (best, item) => (best === null || item.box.bottom > best.box.bottom ? item : best),
    null,
  );
}

/** Index of the first line that begins below the box's top; the end if there is none. */
function firstBelow(placed: readonly Placed[], box: Box): number {
  const index = placed.findIndex(({ box: other }) => other.top > box.top);
  return index < 0 ? placed.length : index;
}

/** Index after the last segment of a segment's line. */
function endOfLine(placed: readonly Placed[], { reading }: Placed): number {
  return placed.findLastIndex((item) => item.reading.segment.line === reading.segment.line) + 1;
}
