/** Groups the words of a PDF's own text layer into lines and blocks, in reading order. */
import type { Word } from './page-record.ts';

/** A word before its line is known; corners in page pixels. */
export type PlacedWord = Pick<Word, 'x1' | 'y1' | 'x2' | 'y2' | 'text'>;

interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  readonly words: PlacedWord[];
}

/** Share of the lower of two heights by which a word and its line must overlap. */
const LEAST_OVERLAP = 0.5;
/** Step back, in line heights, that kerning and accents explain; a larger one begins a new line. */
const LARGEST_STEP_BACK = 0.5;
/** Gap between lines that parts blocks: so many times the page's usual gap, and within these numbers of line heights. */
const BLOCK_GAP = 1.6;
const LEAST_BLOCK_GAP = 0.5;
const CERTAIN_BLOCK_GAP = 2;
/** Share of lines standing above the line before them from which a file's order of drawing is not its order of reading. */
const DISORDER = 0.3;
/** Lines below which the order of drawing is kept. */
const FEWEST_LINES = 4;

const overlap = (line: Line, word: PlacedWord): number => Math.min(line.y2, word.y2) - Math.max(line.y1, word.y1);
const lower = (line: Line, word: PlacedWord): number => Math.min(line.y2 - line.y1, word.y2 - word.y1);

const belongsTo = (line: Line, word: PlacedWord): boolean =>
  overlap(line, word) >= LEAST_OVERLAP * lower(line, word) &&
  word.x1 >= line.x2 - LARGEST_STEP_BACK * (line.y2 - line.y1);

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
    else lines.push(newLine(word));
  }
  return lines;
};

const jumpsUp = (lines: readonly Line[]): number =>
  lines.filter((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && line.y2 < before.y1;
  }).length;

/** Lines from top to bottom; pieces at one height join from left to right. */
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

/** The median gap between a line and the one below it; 0 where no line stands below another. */
const usualGap = (lines: readonly Line[]): number => {
  const gaps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before === undefined || line.y1 < before.y1 || isBeside(before, line)
      ? []
      : [Math.max(0, line.y1 - before.y2)];
  });
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
};

const beginsBlock = (before: Line, line: Line, usual: number): boolean => {
  if (line.y1 < before.y1 || isBeside(before, line)) return true;
  const height = Math.min(before.y2 - before.y1, line.y2 - line.y1);
  const widest = Math.min(Math.max(usual * BLOCK_GAP, height * LEAST_BLOCK_GAP), height * CERTAIN_BLOCK_GAP);
  return line.y1 - before.y2 > widest;
};

/**
 * Words with their line and block, in reading order. That is the file's own order, in which columns and tables follow each
 * other as their author meant, unless it jumps about the page; then from top to bottom.
 */
export const arrangeWords = (words: readonly PlacedWord[]): Word[] => {
  const drawn = linesInOrder(words);
  const lines = drawn.length >= FEWEST_LINES && jumpsUp(drawn) > drawn.length * DISORDER ? sortedLines(drawn) : drawn;
  const usual = usualGap(lines);
  let block = 0;
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    if (before !== undefined && beginsBlock(before, line, usual)) block += 1;
    return line.words.map(({ x1, y1, x2, y2, text }) => ({ x1, y1, x2, y2, text, entropy: 0, line: index, block }));
  });
};
