/** Groups the words of a PDF's text layer into lines and blocks, in reading order. */
import { medianOf } from '../../ocr/median.ts';
import { addTo, lineOf, linesInOrder, sortWords } from './drawn-lines.ts';
import type { Line } from './drawn-lines.ts';
import { joinInserted } from './join-inserted.ts';
import { orderColumns } from './order-columns.ts';
import type { Word } from '../page-record.ts';
import type { Corners, PlacedWord } from './place-words.ts';
import { separateColumns } from './separate-columns.ts';

/**
 * A new block begins at a line gap above this multiple of the page's median gap, bounded by the next two, in line
 * heights.
 */
const BLOCK_GAP = 1.6;
const MIN_BLOCK_GAP = 0.5;
const MAX_LINE_GAP = 2;
/**
 * Fraction of the lines that are above the previous line from which the drawing order is not used as the reading order.
 */
const DISORDER_SHARE = 0.3;
/** Number of lines below which the drawing order is always used. */
const MIN_LINES_TO_SORT = 4;
/** Part of the narrower of two words that the other may cover in a row, and the words of a row from which this is not checked. */
const MAX_SHARED_WIDTH = 0.5;
const MAX_ROW_WORDS = 200;

const countUpwardJumps = (lines: readonly Line[]): number =>
  lines.filter((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && line.y2 < before.y1;
  }).length;

const standInEachOther = (a: Corners, b: Corners): boolean =>
  Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) > MAX_SHARED_WIDTH * Math.min(a.x2 - a.x1, b.x2 - b.x1);

/** Whether the line is a segment of the row: at its height, and not in the place of its words, as the next line of a cell is. */
const continuesRow = (row: Line, line: Line): boolean => {
  const middle = (line.y1 + line.y2) / 2;
  if (middle >= row.y2 || middle <= row.y1) return false;
  if (row.words.length > MAX_ROW_WORDS) return true;
  return !line.words.some((word) => row.words.some((other) => standInEachOther(word, other)));
};

/** Sorts the lines from top to bottom; segments at the same height are joined in the direction in which they are read. */
const sortedLines = (lines: readonly Line[]): Line[] => {
  const rows: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.y1 + a.y2 - b.y1 - b.y2)) {
    const row = rows.at(-1);
    if (row !== undefined && continuesRow(row, line)) for (const word of line.words) addTo(row, word);
    else rows.push({ ...line, words: [...line.words] });
  }
  for (const row of rows) sortWords(row.words);
  return rows;
};

/** The lines as they are drawn; if the drawing order jumps across the page, from top to bottom, and then the vertical ones. */
const inReadingOrder = (drawn: readonly Line[]): readonly Line[] => {
  const upright = drawn.filter((line) => line.rotation === undefined);
  if (upright.length < MIN_LINES_TO_SORT || countUpwardJumps(upright) <= upright.length * DISORDER_SHARE) return drawn;
  return [...sortedLines(upright), ...drawn.filter((line) => line.rotation !== undefined)];
};

const isBeside = (a: Line, b: Line): boolean => b.x1 > a.x2 || b.x2 < a.x1;

/** The median gap between consecutive lines, in pixels; 0 if no line is below another. */
const medianGap = (lines: readonly Line[]): number => {
  const gaps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before === undefined || line.rotation !== before.rotation || line.y1 < before.y1 || isBeside(before, line)
      ? []
      : [Math.max(0, line.y1 - before.y2)];
  });
  return medianOf(gaps) ?? 0;
};

const beginsBlock = (before: Line, line: Line, typicalGap: number): boolean => {
  if (line.rotation !== before.rotation || line.y1 < before.y1 || isBeside(before, line)) return true;
  const height = Math.min(before.y2 - before.y1, line.y2 - line.y1);
  const widest = Math.min(Math.max(typicalGap * BLOCK_GAP, height * MIN_BLOCK_GAP), height * MAX_LINE_GAP);
  return line.y1 - before.y2 > widest;
};

/**
 * Assigns lines and blocks to the words and returns them in reading order: the drawing order of the file, in which
 * columns and tables usually follow as intended, or from top to bottom if the drawing order jumps across the page.
 */
export const arrangeWords = (words: readonly PlacedWord[]): Word[] => {
  const rows = inReadingOrder(joinInserted(orderColumns(linesInOrder(words))));
  const lines = separateColumns(rows.map((row) => row.words))?.flatMap(lineOf) ?? rows;
  const typicalGap = medianGap(lines);
  let block = 0;
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    if (before !== undefined && beginsBlock(before, line, typicalGap)) block += 1;
    return line.words.map(({ x1, y1, x2, y2, text }) => ({
      x1,
      y1,
      x2,
      y2,
      text,
      entropy: 0,
      kind: 'printed' as const,
      line: index,
      block,
    }));
  });
};
