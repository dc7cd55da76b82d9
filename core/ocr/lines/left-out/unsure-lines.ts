/** Leaves out lines that are no text: boxes to tick, ends of rules and strokes of drawings are read as words too. */
import { countDifferentLetters } from '../../count-letters.ts';
import { meanConfidence, textOf } from '../../read-words.ts';
import { lineConfidence, type LineReading } from '../read-lines.ts';

/** Confidence (0 to 100) of a line from which its words are kept: the ink of less sure ones counts as unread. */
const MIN_CONFIDENCE = 50;
/**
 * Different letters and digits of a line up to which it may be no text. Lines with more are faint or broken print, of which
 * parts were read; a row of boxes is read as a long line of one letter.
 */
const MAX_DIFFERENT = 7;
/** A number is kept: of clear digits that stand alone, as in the cell of a table, the network is often unsure. */
const NUMBER = /^[\p{P}\p{S}\s]*\p{Nd}[\p{Nd}\p{P}\p{S}\s]*$/u;
/** Confidence of a page from which it is read well: of handwriting and other scripts that are read as print, it is lower. */
const MIN_PAGE_CONFIDENCE = 65;

/** The lines that are sure enough, long, numbers or written by hand; all lines of a page that is not read well. */
export function withoutUnsureLines(lines: readonly LineReading[]): readonly LineReading[] {
  const printed = lines.filter(({ words }) => !words.some(({ handwritten }) => handwritten === true));
  if (meanConfidence(printed.flatMap(({ words }) => words)) < MIN_PAGE_CONFIDENCE) return lines;
  const unsure = new Set(printed.filter(isUnsure));
  return unsure.size === 0 ? lines : lines.filter((line) => !unsure.has(line));
}

function isUnsure(line: LineReading): boolean {
  if (line.words.length === 0 || lineConfidence(line) >= MIN_CONFIDENCE) return false;
  const text = textOf(line.words);
  return countDifferentLetters(text) <= MAX_DIFFERENT && !NUMBER.test(text);
}
