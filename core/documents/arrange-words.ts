/** Groups the words of a PDF's text layer into lines and blocks, in reading order. */
import type { Word } from './page-record.ts';
import type { Corners, PlacedWord } from './place-words.ts';
import { rotateBox } from './place-words.ts';
import { separateColumns } from './separate-columns.ts';

/** A line of words of one direction. Its corners are those after the rotation that makes it upright. */
interface Line extends Corners {
  readonly rotation: PlacedWord['rotation'];
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
/** Part of the narrower of two words that the other may cover in a row, and the words of a row from which this is not checked. */
const MAX_SHARED_WIDTH = 0.5;
const MAX_ROW_WORDS = 200;

/** Distance below the letters of a line at which a line to write on is part of it, in line heights. */
const MAX_BELOW = 0.35;
/** The largest gap between a vertical word and a short one that belongs to its line, and its thickness, in word heights. */
const MAX_VERTICAL_GAP = 1.5;
const MAX_VERTICAL_HEIGHT = 1.5;

const overlap = (a: Corners, b: Corners): number => Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
const heightOf = ({ y1, y2 }: Corners): number => y2 - y1;

const areLevel = (a: Corners, b: Corners): boolean => overlap(a, b) >= MIN_OVERLAP * Math.min(heightOf(a), heightOf(b));

/** The corners after the rotation that makes words of this direction upright. */
const uprightCorners = (word: PlacedWord, rotation: PlacedWord['rotation']): Corners =>
  rotation === undefined ? word : rotateBox(word, 0, 0, rotation);

/** Whether a word of which the direction is not known stands next to a vertical one in its line. */
const adjoins = (vertical: PlacedWord, word: PlacedWord): boolean => {
  const [a, b] = [vertical, word].map((one) => uprightCorners(one, vertical.rotation)) as [Corners, Corners];
  const gap = Math.max(a.x1, b.x1) - Math.min(a.x2, b.x2);
  return areLevel(a, b) && gap <= MAX_VERTICAL_GAP * heightOf(a) && heightOf(b) <= MAX_VERTICAL_HEIGHT * heightOf(a);
};

/** Short words and numbers, of which the direction is not known, have that of the vertical words next to them. */
const withRotations = (words: readonly PlacedWord[]): readonly PlacedWord[] => {
  if (words.every(({ rotation }) => rotation === undefined)) return words;
  const spread = (before: PlacedWord | undefined, word: PlacedWord): PlacedWord =>
    before?.rotation !== undefined && word.rotation === undefined && adjoins(before, word)
      ? { ...word, rotation: before.rotation }
      : word;
  let before: PlacedWord | undefined;
  const next = (word: PlacedWord): PlacedWord => (before = spread(before, word));
  const forwards = words.map(next);
  before = undefined;
  return forwards.toReversed().map(next).reverse();
};

/** Words on which somebody is to write: the glyphs of `_` lie below the other letters. */
const isToWriteOn = ({ text }: PlacedWord): boolean => /^_+$/u.test(text);

const isUnder = (drawn: Corners, letters: Corners): boolean =>
  drawn.y1 > (letters.y1 + letters.y2) / 2 && drawn.y1 < letters.y2 + MAX_BELOW * heightOf(letters);

const isLevelWith = (line: Line, word: PlacedWord, corners: Corners): boolean =>
  areLevel(line, corners) ||
  (isToWriteOn(word) ? isUnder(corners, line) : line.words.every(isToWriteOn) && isUnder(line, corners));

const belongsTo = (line: Line, word: PlacedWord): boolean => {
  if (line.rotation !== word.rotation) return false;
  const corners = uprightCorners(word, line.rotation);
  return isLevelWith(line, word, corners) && corners.x1 >= line.x2 - MAX_STEP_BACK * heightOf(line);
};

/**
 * Whether the word lies in a gap between words of the line. Programs that fill in forms and invoices draw what is
 * right-aligned before the text to its left.
 */
const fillsGap = (line: Line, word: PlacedWord): boolean =>
  line.rotation === undefined &&
  word.rotation === undefined &&
  word.x1 > line.x1 &&
  word.x2 < line.x2 &&
  isLevelWith(line, word, word) &&
  line.words.every((other) => other.x2 <= word.x1 || other.x1 >= word.x2);

const addTo = (line: Line, word: PlacedWord): void => {
  const { x1, y1, x2, y2 } = uprightCorners(word, line.rotation);
  line.words.push(word);
  line.x1 = Math.min(line.x1, x1);
  line.y1 = Math.min(line.y1, y1);
  line.x2 = Math.max(line.x2, x2);
  line.y2 = Math.max(line.y2, y2);
};

const newLine = (word: PlacedWord): Line => {
  const { x1, y1, x2, y2 } = uprightCorners(word, word.rotation);
  return { x1, y1, x2, y2, rotation: word.rotation, words: [word] };
};

const lineOf = ([first, ...others]: readonly PlacedWord[]): Line[] => {
  if (first === undefined) return [];
  const line = newLine(first);
  for (const word of others) addTo(line, word);
  return [line];
};

const linesInOrder = (words: readonly PlacedWord[]): Line[] => {
  const lines: Line[] = [];
  for (const word of withRotations(words)) {
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

const standInEachOther = (a: Corners, b: Corners): boolean =>
  Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1) > MAX_SHARED_WIDTH * Math.min(a.x2 - a.x1, b.x2 - b.x1);

/** Whether the line is a segment of the row: at its height, and not in the place of its words, as the next line of a cell is. */
const continuesRow = (row: Line, line: Line): boolean => {
  const middle = (line.y1 + line.y2) / 2;
  if (middle >= row.y2 || middle <= row.y1) return false;
  if (row.words.length > MAX_ROW_WORDS) return true;
  return !line.words.some((word) => row.words.some((other) => standInEachOther(word, other)));
};

/** Sorts the lines from top to bottom; segments at the same height are joined from left to right. */
const sortedLines = (lines: readonly Line[]): Line[] => {
  const rows: Line[] = [];
  for (const line of lines.toSorted((a, b) => a.y1 + a.y2 - b.y1 - b.y2)) {
    const row = rows.at(-1);
    if (row !== undefined && continuesRow(row, line)) for (const word of line.words) addTo(row, word);
    else rows.push({ ...line, words: [...line.words] });
  }
  for (const row of rows) row.words.sort((a, b) => a.x1 - b.x1);
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
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
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
  const rows = inReadingOrder(linesInOrder(words));
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
