/** Lines without what is no text of the page. */
import type { Box } from '../../lstm/line-image.ts';
import type { RecognisedWord } from '../../read-words.ts';
import type { LineReading } from '../read-lines.ts';

/** The lines of a page, and further ones that could not be read with confidence. */
export interface FoundLines {
  readonly lines: readonly LineReading[];
  readonly unconvincing: readonly LineReading[];
}

/** @param keep  what is left of a line: nothing where all of it is left out */
export function leaveOutOf<Found extends FoundLines>(
  found: Found,
  keep: (line: LineReading) => readonly LineReading[],
): Found {
  return { ...found, lines: found.lines.flatMap(keep), unconvincing: found.unconvincing.flatMap(keep) };
}

/** What is left out of the lines. */
interface LeftOut {
  readonly isWord: (word: RecognisedWord) => boolean;
  /** Of the words of the layout, whose boxes stay where a word that stays lies. */
  readonly isBox: (box: Box) => boolean;
}

/** What is left of a line; nothing where all of it is left out. The words of a vertical line alone are asked about. */
export function leaveOutWords(line: LineReading, { isWord, isBox }: LeftOut): LineReading[] {
  const { segment } = line;
  const words = line.words.filter((word) => !isWord(word));
  // The boxes of a vertical line do not refer to the page.
  if (segment.rotation !== 0) return words.length === 0 && line.words.length > 0 ? [] : [{ ...line, words }];
  const boxes = segment.words.filter((box) => !isBox(box) || words.some((word) => hasMiddle(box, word)));
  if (boxes.length === 0) return words.length === 0 ? [] : [{ ...line, words }];
  return [{ words, segment: { ...segment, words: boxes } }];
}

/** Whether the middle of a word lies in the width of a box of its line. */
export const hasMiddle = ({ left, right }: Box, { x1, x2 }: Pick<RecognisedWord, 'x1' | 'x2'>): boolean =>
  x1 + x2 >= 2 * left && x1 + x2 <= 2 * right;
