/** Joins what a file draws later, such as words in another font, with the line in whose gap it stands. */
import { addTo, areLevel, heightOf, sortWords } from './drawn-lines.ts';
import type { Line } from './drawn-lines.ts';
import { countLettersAndDigits } from '../../ocr/count-letters.ts';

/** Space on each side of the inserted words, and by how much they may stand in their neighbours, in line heights. */
const MAX_SPACE = 0.8;
const MAX_INTRUSION = 0.2;
/** Ratio of the heights of the two: smaller ones are indices of formulas and dot leaders. */
const MIN_HEIGHT_RATIO = 0.6;
/** Letters and digits of the inserted words. */
const MIN_LETTERS = 2;
/** Side in pixels of the squares by which gaps are found, and most gaps of one square, as a protection against malicious files. */
const SQUARE = 40;
const MAX_IN_SQUARE = 32;
/** A number that no column of squares of a page reaches. */
const ROW = 2 ** 16;

interface Gap {
  readonly line: Line;
  readonly start: number;
  readonly end: number;
}

const gapsOf = (line: Line): Gap[] => {
  const gaps: Gap[] = [];
  let start = Number.POSITIVE_INFINITY;
  for (const { x1, x2 } of line.words) {
    if (x1 - start > MAX_SPACE * heightOf(line)) gaps.push({ line, start, end: x1 });
    start = x2;
  }
  return gaps;
};

const squareOf = (x: number, y: number): number => Math.floor(y / SQUARE) * ROW + Math.floor(x / SQUARE);
const middleOf = ({ y1, y2 }: Line): number => (y1 + y2) / 2;

const squaresOfGaps = (gaps: readonly Gap[]): Map<number, Gap[]> => {
  const squares = new Map<number, Gap[]>();
  for (const gap of gaps) {
    const square = squareOf(gap.start, middleOf(gap.line));
    const inSquare = squares.get(square);
    if (inSquare === undefined) squares.set(square, [gap]);
    else if (inSquare.length < MAX_IN_SQUARE) inSquare.push(gap);
  }
  return squares;
};

const fits = ({ line, start, end }: Gap, inserted: Line): boolean => {
  const height = heightOf(line);
  const ratio = heightOf(inserted) / height;
  return (
    line !== inserted &&
    areLevel(line, inserted) &&
    Math.min(ratio, 1 / ratio) >= MIN_HEIGHT_RATIO &&
    [inserted.x1 - start, end - inserted.x2].every(
      (space) => space <= MAX_SPACE * height && space >= -MAX_INTRUSION * height,
    )
  );
};

const gapFor = (
  inserted: Line,
  squares: ReadonlyMap<number, readonly Gap[]>,
  joined: ReadonlySet<Line>,
): Gap | undefined => {
  for (const row of [-SQUARE, 0, SQUARE])
    for (const column of [-SQUARE, 0, SQUARE]) {
      const inSquare = squares.get(squareOf(inserted.x1 + column, middleOf(inserted) + row));
      const gap = inSquare?.find((one) => !joined.has(one.line) && fits(one, inserted));
      if (gap !== undefined) return gap;
    }
  return undefined;
};

const isText = ({ words }: Line): boolean =>
  words.reduce((sum, { text }) => sum + countLettersAndDigits(text), 0) >= MIN_LETTERS;

/** The lines without those that stand in a gap of another one, which has their words. */
export const joinInserted = (lines: readonly Line[]): readonly Line[] => {
  const gaps = lines.filter(({ rotation }) => rotation === undefined).flatMap(gapsOf);
  if (gaps.length === 0) return lines;
  const squares = squaresOfGaps(gaps);
  const joined = new Set<Line>();
  for (const inserted of lines) {
    const line = inserted.rotation === undefined ? gapFor(inserted, squares, joined)?.line : undefined;
    if (line === undefined || !isText(inserted)) continue;
    for (const word of inserted.words) addTo(line, word);
    sortWords(line.words);
    joined.add(inserted);
  }
  return lines.filter((line) => !joined.has(line));
};
