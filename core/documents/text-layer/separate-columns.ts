/** Finds columns of running text whose lines a file draws row by row, across the columns, and separates them. */
import { medianOf } from '../../ocr/median.ts';
import type { PlacedWord } from './place-words.ts';

type Words = readonly PlacedWord[];

/** Gap between two segments of a line, in heights of the page's lines. */
const MIN_GAP = 0.8;
/** Distance between words that begin at one edge, in heights of the page's lines. */
const SAME_EDGE = 0.4;
/**
 * Lines with running text on both sides of a gap that ends at one edge, from which the edge is that of a column. Of 5,590 pages
 * of public documents 35 have so many: 34 in columns, and a table of names, which do not fill the width of their column.
 */
const MIN_LINES = 20;
/** The same for the edges of further columns of the page. */
const MIN_LINES_OF_OTHER = 8;
/** Words of a segment, and the part of them that consists of letters, from which it is running text. */
const MIN_WORDS = 3;
const LETTERS_SHARE = 0.7;
/** Part of the column's width that a line of running text fills, and part of the lines that do. */
const FULL_WIDTH = 0.8;
const MIN_FULL_LINES = 0.25;

/** The left edge of a column, and the lines, by index, between which it is one. */
interface Edge {
  readonly x: number;
  readonly first: number;
  readonly last: number;
}

/** Running text on both sides of a gap in a line. */
interface Pair {
  readonly line: number;
  readonly left: number;
  readonly end: number;
  readonly right: number;
}

const WORD_OF_LETTERS = /^[("“‘']*\p{L}+(?:[-’'./]\p{L}+)*[.,;:)"”’?!-]*$/u;

const isRunningText = (segment: Words): boolean =>
  segment.length >= MIN_WORDS &&
  segment.filter(({ text }) => WORD_OF_LETTERS.test(text)).length >= LETTERS_SHARE * segment.length;

const hasGap = (words: Words, height: number): boolean => {
  let end = Number.POSITIVE_INFINITY;
  for (const { x1, x2 } of words) {
    if (x1 - end > MIN_GAP * height) return true;
    end = x2;
  }
  return false;
};

/** The words between the gaps of a line. */
const segmentsOf = (words: Words, height: number): Words[] => {
  const segments: PlacedWord[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    if (word.x1 - end > MIN_GAP * height) segments.push([word]);
    else segments.at(-1)?.push(word);
    end = word.x2;
  }
  return segments;
};

const pairsOf = (words: Words, line: number, height: number): Pair[] => {
  const segments = segmentsOf(words, height);
  const isText = segments.map(isRunningText);
  return segments.flatMap((segment, index) => {
    const [first, last, next] = [segment[0], segment.at(-1), segments[index + 1]?.[0]];
    if (first === undefined || last === undefined || next === undefined) return [];
    return isText[index] === true && isText[index + 1] === true
      ? [{ line, left: first.x1, end: last.x2, right: next.x1 }]
      : [];
  });
};

/** Splits the pairs, sorted by the right edge of their gap, where it differs. */
const byEdge = (pairs: readonly Pair[], height: number): Pair[][] => {
  const groups: Pair[][] = [];
  for (const pair of pairs.toSorted((a, b) => a.right - b.right)) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && pair.right - group[0].right <= SAME_EDGE * height) group.push(pair);
    else groups.push([pair]);
  }
  return groups;
};

const isColumn = (group: readonly Pair[]): boolean => {
  const left = medianOf(group.map((pair) => pair.left)) ?? 0;
  return (
    group.filter(({ end, right }) => end - left >= FULL_WIDTH * (right - left)).length >= MIN_FULL_LINES * group.length
  );
};

const edgeOf = (group: readonly Pair[]): Edge => ({
  x: Math.min(...group.map(({ right }) => right)),
  first: Math.min(...group.map(({ line }) => line)),
  last: Math.max(...group.map(({ line }) => line)),
});

const edgesOf = (lines: readonly Words[], height: number): Edge[] => {
  const pairs = lines.flatMap((words, line) =>
    isUpright(words) && hasGap(words, height) ? pairsOf(words, line, height) : [],
  );
  const groups = byEdge(pairs, height).filter((group) => group.length >= MIN_LINES_OF_OTHER && isColumn(group));
  return groups.some((group) => group.length >= MIN_LINES) ? groups.map(edgeOf) : [];
};

const isUpright = (words: Words): boolean => words[0]?.rotation === undefined;

/**
 * The lines with those of each column one after the other; undefined if no columns are drawn row by row. A line across the
 * columns, such as a heading, ends them, and tables stay as they are: their cells are no running text, or do not fill the width.
 */
export const separateColumns = (lines: readonly Words[]): readonly Words[] | undefined => {
  const height = medianOf(lines.map(([word]) => (word === undefined ? 0 : word.y2 - word.y1))) ?? 0;
  if (lines.filter((words) => hasGap(words, height)).length < MIN_LINES) return undefined;
  const edges = edgesOf(lines, height);
  if (edges.length === 0) return undefined;
  const first = Math.min(...edges.map((edge) => edge.first));
  const last = Math.max(...edges.map((edge) => edge.last));
  const margin = SAME_EDGE * height;
  const isAcross = (words: Words): boolean =>
    !isUpright(words) || words.some(({ x1, x2 }) => edges.some(({ x }) => x1 < x - margin && x2 > x + margin));
  const columnOf = ({ x1 }: PlacedWord): number => edges.filter(({ x }) => x1 >= x - margin).length;
  const separated: Words[] = [];
  let columns: Words[][] = [];
  const finish = (): void => {
    separated.push(...columns.flat());
    columns = [];
  };
  for (const [index, words] of lines.entries()) {
    if (index < first || index > last || isAcross(words)) {
      finish();
      separated.push(words);
      continue;
    }
    for (const [column, part] of Map.groupBy(words, columnOf)) (columns[column] ??= []).push(part);
  }
  finish();
  return separated;
};
