/** How large the print of a page is. The resolution of a photograph is a guess: a till receipt that fills it is no A4 page. */
import { countLettersAndDigits } from '../count-letters.ts';
import { medianOf } from '../median.ts';
import type { RecognisedWord } from '../read-words.ts';
import type { LineReading } from './read-lines.ts';
import { MM_PER_INCH } from '../../units.ts';

/** Confidence (0 to 100), letters and digits of a word from which it is legible print. */
const LEGIBLE_CONFIDENCE = 80;
const LEGIBLE_LETTERS = 3;
/** Legible words, and their part of all words, from which the size of a page's print is known: neat writing has few. */
const MIN_WORDS = 5;
const MIN_SHARE = 0.25;
/** Height in millimetres of a printed word, from descenders to ascenders: that of most pages is lower. */
const USUAL_HEIGHT = 3.5;

/** Whether a word was surely read as print, and is no single letter or number, of which texture may be read. */
export const isLegible = ({ text, confidence }: Pick<RecognisedWord, 'text' | 'confidence'>): boolean =>
  confidence >= LEGIBLE_CONFIDENCE && countLettersAndDigits(text) >= LEGIBLE_LETTERS;

/**
 * Pixels per inch at which the print of a page is of usual size: the stated ones, or more where half of its legible words are
 * higher than that.
 * @param dpi stated pixels per inch of the image to which the boxes of the lines refer
 */
export function dpiByPrint(dpi: number, lines: readonly LineReading[]): number {
  const heights = lines
    .filter(({ segment }) => segment.rotation === 0)
    .flatMap(({ words }) => words.filter(isLegible).map(({ y1, y2 }) => y2 - y1));
  const count = lines.reduce((sum, { words }) => sum + words.length, 0);
  const median = medianOf(heights);
  if (median === undefined || heights.length < Math.max(MIN_WORDS, MIN_SHARE * count)) return dpi;
  return Math.max(dpi, (median / USUAL_HEIGHT) * MM_PER_INCH);
}
