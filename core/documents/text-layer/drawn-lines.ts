/** Builds lines from the words of a PDF's text layer, in the order in which they are drawn. */
import type { Corners, PlacedWord } from './place-words.ts';
import { rotateBox } from './place-words.ts';

/** A line of words of one direction. Its corners are those after the rotation that makes it upright. */
export interface Line extends Corners {
  readonly rotation: PlacedWord['rotation'];
  readonly words: PlacedWord[];
}

/** Minimum vertical overlap of a word and its line, as a fraction of the smaller height. */
const MIN_OVERLAP = 0.5;
/** Maximum horizontal step back within a line, in line heights: kerning and accents cause small ones. */
const MAX_STEP_BACK = 0.5;
/** Distance below the letters of a line at which a line to write on is part of it, in line heights. */
const MAX_BELOW = 0.35;
/** The largest gap between a vertical word and a short one that belongs to its line, and its thickness, in word heights. */
const MAX_VERTICAL_GAP = 1.5;
const MAX_VERTICAL_HEIGHT = 1.5;

const overlap = (a: Corners, b: Corners): number => Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
export const heightOf = ({ y1, y2 }: Corners): number => y2 - y1;

export const areLevel = (a: Corners, b: Corners): boolean =>
  overlap(a, b) >= MIN_OVERLAP * Math.min(heightOf(a), heightOf(b));

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

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const isRightToLeft = (word: PlacedWord | undefined): boolean =>
  word !== undefined && word.rotation === undefined && RIGHT_TO_LEFT.test(word.text);

/** Sorts the words of a line in the direction in which most of them are read. */
export const sortWords = (words: PlacedWord[]): void => {
  const isBackwards = words.filter(isRightToLeft).length > words.length / 2;
  words.sort(isBackwards ? (a, b) => b.x2 - a.x2 : (a, b) => a.x1 - b.x1);
};

/** Whether the word stands after the end of the line: on its left if the line or the word is written from right to left. */
const isAfter = (line: Line, word: PlacedWord, corners: Corners): boolean => {
  const stepBack = MAX_STEP_BACK * heightOf(line);
  if (corners.x1 >= line.x2 - stepBack) return true;
  return corners.x2 <= line.x1 + stepBack && [word, line.words[0], line.words.at(-1)].some(isRightToLeft);
};

const belongsTo = (line: Line, word: PlacedWord): boolean => {
  if (line.rotation !== word.rotation) return false;
  const corners = uprightCorners(word, line.rotation);
  return isLevelWith(line, word, corners) && isAfter(line, word, corners);
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

export const addTo = (line: Line, word: PlacedWord): void => {
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

export const lineOf = ([first, ...others]: readonly PlacedWord[]): Line[] => {
  if (first === undefined) return [];
  const line = newLine(first);
  for (const word of others) addTo(line, word);
  return [line];
};

export const linesInOrder = (words: readonly PlacedWord[]): Line[] => {
  const lines: Line[] = [];
  for (const word of withRotations(words)) {
    const line = lines.at(-1);
    if (line !== undefined && belongsTo(line, word)) addTo(line, word);
    else if (line !== undefined && fillsGap(line, word)) {
      addTo(line, word);
      sortWords(line.words);
    } else lines.push(newLine(word));
  }
  return lines;
};
