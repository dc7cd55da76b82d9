/**
 * Takes the guesses of the recogniser of print away from handwriting, and puts in their place what a reader of handwriting
 * reads, or words without text where none is installed.
 */
import { insertLines } from '../layout/insert-lines.ts';
import { unite } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { PageImage } from '../pages/page-image.ts';
import type { LineReader } from '../ppocr/line-reader.ts';
import type { LineReading } from '../read-lines.ts';
import type { RecognisedWord } from '../read-words.ts';
import { readBoxes } from '../ppocr/read-boxes.ts';
import { apartFrom } from './apart-lines.ts';
import { findHandwriting, type HandwrittenPiece } from './find-handwriting.ts';

/**
 * @param page the image that the lines were read on, to which their boxes refer
 * @param lines the lines of the page, in reading order
 * @param unconvincing further lines that were found and could not be read as print
 * @param reader of handwriting; null: none is installed
 * @returns the lines in reading order, with `handwritten` on each handwritten word; the same lines if there is none
 */
export async function markHandwriting(
  page: PageImage,
  lines: readonly LineReading[],
  unconvincing: readonly LineReading[],
  reader: LineReader | null,
): Promise<readonly LineReading[]> {
  const further = apartFrom(lines, unconvincing);
  const pieces = findHandwriting(page, [...lines, ...further]);
  if (pieces.length === 0) return lines;
  const words = await wordsOfPieces(page, pieces, reader);
  const byLine = Map.groupBy(pieces, ({ line }) => line);
  const marked = (line: LineReading): LineReading => {
    const own = byLine.get(line) ?? [];
    if (own.length === 0) return line;
    const guessed = new Set(own.flatMap((piece) => piece.guessed));
    const all = [...line.words.filter((word) => !guessed.has(word)), ...own.flatMap((piece) => words.get(piece) ?? [])];
    return { ...line, words: all.sort((a, b) => a.x1 - b.x1) };
  };
  const found = further.filter((line) => byLine.has(line)).map(marked);
  return insertLines(lines.map(marked), found.map(onlyHandwriting), page.image);
}

/** What was printed on a line that could not be read stays unread. */
const onlyHandwriting = (line: LineReading): LineReading => ({
  ...line,
  words: line.words.filter(({ handwritten }) => handwritten === true),
});

/** The words of each piece, as the reader reads them; those of the layout without text where it reads none. */
async function wordsOfPieces(
  { image }: PageImage,
  pieces: readonly HandwrittenPiece[],
  reader: LineReader | null,
): Promise<Map<HandwrittenPiece, RecognisedWord[]>> {
  const boxes = pieces.map((piece) => unite(piece.boxes));
  const read = reader === null ? [] : await readBoxes(reader, image, boxes);
  return new Map(
    pieces.map((piece, at) => {
      const words = (read[at] ?? []).map(({ box, ...word }) => ({ ...unreadWord(piece, box), ...word }));
      return [piece, words.length === 0 ? piece.boxes.map((box) => unreadWord(piece, box)) : words];
    }),
  );
}

const unreadWord = ({ line }: HandwrittenPiece, { left, top, right, bottom }: Box): RecognisedWord => ({
  x1: left,
  y1: top,
  x2: right,
  y2: bottom,
  text: '',
  confidence: 0,
  entropy: 0,
  line: line.segment.line,
  block: line.segment.block,
  handwritten: true,
});
