/** Groups the words of a PDF's text layer into lines and blocks, in reading order. */
import type { Word } from './page-record.ts';

/** A word without line and block; corners in page pixels. */
export type PlacedWord = Pick<Word, 'x1' | 'y1' | 'x2' | 'y2' | 'text'>;

interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  readonly words: PlacedWord[];
}

/** Minimum vertical overlap of a word and its line, as a fraction of the smaller height. */
const MIN_OVERLAP = 0.5;
/** Maximum horizontal step back within a line, in line heights: kerning and accents cause small ones. */
const MAX_STEP_BACK = 0.5;
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

const overlap = (line: Line, word: PlacedWord): number => Math.min(line.y2, word.y2) - Math.max(line.y1, word.y1);
const smallerHeight = (line: Line, word: PlacedWord): number => Math.min(line.y2 - line.y1, word.y2 - word.y1);

const isLevelWith = (line: Line, word: PlacedWord): boolean =>
  overlap(line, word) >= MIN_OVERLAP * smallerHeight(line, word);

const belongsTo = (line: Line, word: PlacedWord): boolean =>
  isLevelWith(line, word) && word.x1 >= line.x2 - MAX_STEP_BACK * (line.y2 - line.y1);

/**
 * Whether the word lies in a gap between words of the line. Programs that fill in forms and invoices draw what is
 * right-aligned before the text to its left.
 */
const fillsGap = (line: Line, word: PlacedWord): boolean =>
  word.x1 > line.x1 &&
  word.x2 < line.x2 &&
  isLevelWith(line, word) &&
  line.words.every((other) => other.x2 <= word.x1 || other.x1 >= word.x2);

const addTo = (line: Line, word: PlacedWord): void => {
  line.words.push(word);
  line.x1 = Math.min(line.x1, word.x1);
  line.y1 = Math.min(line.y1, word.y1);
  line.x2 = Math.max(line.x2, word.x2);
  line.y2 = Math.max(line.y2, word.y2);
};

const newLine = (word: PlacedWord): Line => ({ x1: word.x1, y1: word.y1, x2: word.x2, y2: word.y2, words: [word] });

const linesInOrder = (words: readonly PlacedWord[]): Line[] => {
  const lines: Line[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && belongsTo(line, word)) addTo(line, word);
    else if (line !== undefined && fillsGap(line, word)) {
      addTo(line, word);
      line.words.sort((a, b) => a.x1 - b.x1);
    } else lines.push(newLine(word));
  }
  return lines;
};

const countUpwardJumps = (lines: readonly Line[]): number =>
  lines.filter((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && line.y2 < before.y1;
  }).length;

/** Sorts the lines from top to bottom; segments at the same height are joined from left to right. */
const sortedLines = (lines: readonly Line[]): Line[] => {
  const rows: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.y1 + a.y2 - b.y1 - b.y2)) {
    const row = rows.at(-1);
    const middle = (line.y1 + line.y2) / 2;
    if (row !== undefined && middle < row.y2 && middle > row.y1) for (const word of line.words) addTo(row, word);
    else rows.push({ ...line, words: [...line.words] });
  }
  for (const row of rows) row.words.sort((a, b) => a.x1 - b.x1);
  return rows;
};

const isBeside = (a: Line, b: Line): boolean => b.x1 > a.x2 || b.x2 < a.x1;

/** The median gap between consecutive lines, in pixels; 0 if no line is below another. */
const medianGap = (lines: readonly Line[]): number => {
  const gaps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before === undefined || line.y1 < before.y1 || isBeside(before, line)
      ? []
      : [Math.max(0, line.y1 - before.y2)];
  });
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
};

const beginsBlock = (before: Line, line: Line, typicalGap: number): boolean => {
  if (line.y1 < before.y1 || isBeside(before, line)) return true;
  const height = Math.min(before.y2 - before.y1, line.y2 - line.y1);
  const widest = Math.min(Math.max(typicalGap * BLOCK_GAP, height * MIN_BLOCK_GAP), height * MAX_LINE_GAP);
  return line.y1 - before.y2 > widest;
};

/**
 * Assigns lines and blocks to the words and returns them in reading order: the drawing order of the file, in which
 * columns and tables usually follow as intended, or from top to bottom if the drawing order jumps across the page.
 */
export const arrangeWords = (words: readonly PlacedWord[]): Word[] => {
  const drawn = linesInOrder(words);
  const lines =
    drawn.length >= MIN_LINES_TO_SORT && countUpwardJumps(drawn) > drawn.length * DISORDER_SHARE
      ? sortedLines(drawn)
      : drawn;
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
