/** Tells a photograph without text from a page: of its texture, the layout analysis makes lines of one or two letters each. */
import { countDifferentLetters, countLettersAndDigits } from '../../count-letters.ts';
import { meanConfidence, textOf } from '../../read-words.ts';
import { lineConfidence, type LineReading } from '../read-lines.ts';

/** Lines from which a page is judged: one with fewer may be a note of a few words. */
const MIN_LINES = 20;
/**
 * Different letters and digits of a line, in the mean, up to which the lines may be texture. Photographs without text have 0.5
 * to 1.8, old handwriting that is read as print 1.9 and more.
 */
const MAX_DIFFERENT = 1.7;
/** Confidence (0 to 100) of the page below which its lines may be texture: single digits, as in a puzzle, are read with more. */
const MAX_CONFIDENCE = 50;
/**
 * Letters or digits and confidence (0 to 100) of a line that is text, as a number in a drawing, and the part of the lines that
 * may be so by chance.
 */
const TEXT_LETTERS = 3;
const TEXT_CONFIDENCE = 75;
const MAX_TEXT = 0.005;

/** @param lines all lines that were found on the page, those that could not be read with confidence too */
export function isPictureWithoutText(lines: readonly LineReading[]): boolean {
  const read = lines
    .filter(({ words }) => words.length > 0)
    .map((line) => ({ text: textOf(line.words), confidence: lineConfidence(line) }));
  if (read.length < MIN_LINES) return false;
  const sure = read.filter(
    ({ text, confidence }) => confidence >= TEXT_CONFIDENCE && countLettersAndDigits(text) >= TEXT_LETTERS,
  );
  return (
    sure.length <= MAX_TEXT * read.length &&
    read.reduce((sum, { text }) => sum + countDifferentLetters(text), 0) <= MAX_DIFFERENT * read.length &&
    meanConfidence(lines.flatMap(({ words }) => words)) < MAX_CONFIDENCE
  );
}
