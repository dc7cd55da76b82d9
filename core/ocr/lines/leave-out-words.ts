/** Lines without what is no text of the page. */
import type { Box } from '../lstm/line-image.ts';
import type { RecognisedWord } from '../read-words.ts';
import type { LineReading } from './read-lines.ts';

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

const hasMiddle = ({ left, right }: Box, { x1, x2 }: RecognisedWord): boolean =>
  x1 + x2 >= 2 * left && x1 + x2 <= 2 * right;
