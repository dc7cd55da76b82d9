/** A further attempt on lines that the recogniser of print could not read, with the reader that is installed beside it. */
import { apartFrom } from '../../handwriting/apart-lines.ts';
import { insertLines } from '../../layout/insert-lines.ts';
import { unite } from '../../layout/page-layout.ts';
import type { LineReader } from '../../ppocr/line-reader.ts';
import { readBoxes, type WordOnPage } from '../../ppocr/read-boxes.ts';
import { lineConfidence, type LineReading } from '../../lines/read-lines.ts';
import { countLettersAndDigits } from '../../count-letters.ts';
import { meanConfidence, textOf, type RecognisedWord } from '../../read-words.ts';
import type { PageImage } from '../page-image.ts';

/** Confidence (0 to 100) of a line below which it counts as unread. */
const UNREAD_BELOW = 50;
/** Minimum confidence of what the reader reads, and of its letters and digits: fragments of pictures are read as few. */
const MIN_CONFIDENCE = 85;
const MIN_LETTERS = 3;

/**
 * @param page the image that the lines were read on, to which their boxes refer
 * @param lines the lines of the page, in reading order
 * @param unconvincing further lines that were found and could not be read
 * @returns the lines in reading order; the same ones where the reader reads nothing better
 */
export async function readUnreadPrint(
  page: PageImage,
  lines: readonly LineReading[],
  unconvincing: readonly LineReading[],
  reader: LineReader,
): Promise<readonly LineReading[]> {
  const poor = lines.filter(isUnread);
  const further = apartFrom(lines, unconvincing);
  const candidates = [...poor, ...further];
  if (candidates.length === 0) return lines;
  const boxes = candidates.map(({ segment }) => unite(segment.words));
  const read = await readBoxes(reader, page.image, boxes);
  const better = new Map<LineReading, LineReading>();
  for (const [at, line] of candidates.entries()) {
    const words = (read[at] ?? []).map((word) => toWord(word, line));
    if (isConvincing(words) && meanConfidence(words) > lineConfidence(line)) better.set(line, { ...line, words });
  }
  if (better.size === 0) return lines;
  const found = further.flatMap((line) => better.get(line) ?? []);
  return insertLines(
    lines.map((line) => better.get(line) ?? line),
    found,
    page.image,
  );
}

/** Handwriting was given to the reader before, or has no text on purpose. */
const isUnread = (line: LineReading): boolean =>
  line.segment.rotation === 0 &&
  line.words.length > 0 &&
  !line.words.some(({ handwritten }) => handwritten === true) &&
  lineConfidence(line) < UNREAD_BELOW;

const isConvincing = (words: readonly RecognisedWord[]): boolean =>
  countLettersAndDigits(textOf(words)) >= MIN_LETTERS && meanConfidence(words) >= MIN_CONFIDENCE;

const toWord = ({ box, ...word }: WordOnPage, { segment }: LineReading): RecognisedWord => ({
  ...word,
  x1: box.left,
  y1: box.top,
  x2: box.right,
  y2: box.bottom,
  line: segment.line,
  block: segment.block,
});
