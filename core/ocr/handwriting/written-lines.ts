/**
 * Puts together what is written by hand: the layout analysis is made for print, and finds handwriting in fragments, where
 * a network that finds lines sees the whole of each line.
 */
import type { Box } from '../lstm/line-image.ts';
import { partOf, placeIn, type SlantedBox } from '../ppocr/slanted-box.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { wordBox, type RecognisedWord } from '../read-words.ts';
import type { HandwrittenPiece } from './find-handwriting.ts';

/** A line, or a part of one, that is written by hand. */
export interface WrittenLine {
  readonly box: SlantedBox;
  /** What the recogniser of print made of it, which is a guess. */
  readonly guessed: readonly RecognisedWord[];
}

/**
 * Confidence (0 to 100) from which a word that is no part of a handwritten piece is print, with its letters; and from
 * which the words of a line are.
 */
const SURE = 85;
const SURE_LETTERS = 3;
/** Confidence from which a word counts as read where print is weighed against handwriting. */
const READ = 60;
/** Width of a part, as a multiple of the line's height, below which it is left as it is. */
const MIN_WIDTH = 0.5;

/**
 * Of the lines that were found, those that are written by hand. They are cut where print stands that was read with
 * confidence. On a page with more handwriting than print, all other lines and words are handwriting; else those of which
 * more is taken for handwriting than for print.
 * @param lines all lines of the page
 * @param pieces what of them is handwritten
 */
export function findWrittenLines(
  found: readonly SlantedBox[],
  lines: readonly LineReading[],
  pieces: readonly HandwrittenPiece[],
): WrittenLine[] {
  const guesses = new Set(pieces.flatMap(({ guessed }) => guessed));
  const others = lines.map((line) => ({ ...line, words: line.words.filter((word) => !guesses.has(word)) }));
  const print = others.flatMap(surePrint);
  const written = pieces.flatMap(({ boxes }) => boxes);
  const printed = others.flatMap(({ words }) => words);
  const readWidth = widthOf(printed.filter(({ confidence }) => confidence >= READ).map(wordBox));
  const mostlyWritten = widthOf(written) > readWidth;
  const words = [...guesses, ...printed];
  return found
    .flatMap((line) => partsBetween(line, print))
    .filter(({ box, isWhole }) => {
      const [byHand, inPrint] = [widthIn(box, written), widthIn(box, printed.map(wordBox))];
      return byHand > inPrint || (mostlyWritten && (isWhole || inPrint > 0));
    })
    .map(({ box }) => ({ box, guessed: words.filter((word) => isWithin(box, wordBox(word))) }));
}

/** The words of a line that are print for sure: all if the line was read with confidence, which short words need not be. */
const surePrint = (line: LineReading): readonly RecognisedWord[] =>
  lineConfidence(line) >= SURE
    ? line.words
    : line.words.filter(({ text, confidence }) => confidence >= SURE && text.length >= SURE_LETTERS);

const widthOf = (boxes: readonly Box[]): number => boxes.reduce((sum, { left, right }) => sum + right - left, 0);

/** The sum of the widths of the boxes whose middle lies in a part of a line. */
const widthIn = (part: SlantedBox, boxes: readonly Box[]): number =>
  widthOf(boxes.filter((box) => isWithin(part, box)));

/** The parts of a line before, between and after words that stand in it. */
function partsBetween(line: SlantedBox, words: readonly RecognisedWord[]): { box: SlantedBox; isWhole: boolean }[] {
  const taken = words
    .map(wordBox)
    .filter((box) => isWithin(line, box))
    .map(({ left, top, right, bottom }) => {
      const y = (top + bottom) / 2;
      return { from: placeIn(line, { x: left, y }).along, to: placeIn(line, { x: right, y }).along };
    })
    .toSorted((a, b) => a.from - b.from);
  const bounds = [0, ...taken.flatMap(({ from, to }) => [from, to]), 1];
  return Array.from({ length: bounds.length / 2 }, (_, at) => ({
    from: bounds[2 * at] ?? 0,
    to: bounds[2 * at + 1] ?? 0,
  }))
    .filter(({ from, to }) => (to - from) * line.width >= MIN_WIDTH * line.height)
    .map(({ from, to }) => ({ box: partOf(line, from, to), isWhole: taken.length === 0 }));
}

/** Whether the middle of a box lies in a slanted one. */
export function isWithin(outer: SlantedBox, { left, top, right, bottom }: Box): boolean {
  const { along, across } = placeIn(outer, { x: (left + right) / 2, y: (top + bottom) / 2 });
  return along >= 0 && along <= 1 && across >= 0 && across <= 1;
}
