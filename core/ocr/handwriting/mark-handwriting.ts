/**
 * Takes the guesses of the recogniser of print away from handwriting, and puts in their place what a reader of handwriting
 * reads, or words without text where none is installed.
 */
import { insertLines } from '../layout/insert-lines.ts';
import { unite } from '../layout/page-layout.ts';
import { crop, type Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import type { PageImage } from '../pages/page-image.ts';
import type { LineReader } from '../ppocr/line-reader.ts';
import type { LineReading } from '../read-lines.ts';
import type { RecognisedWord } from '../read-words.ts';
import type { ReadWord } from '../ppocr/decode-line.ts';
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

/** Margin around the picture of a piece, as a part of its height: what the reader expects. */
const MARGIN = 0.2;

function withMargin({ left, top, right, bottom }: Box): Box {
  const margin = Math.ceil((bottom - top) * MARGIN);
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

const pictureOf = (image: RasterImage, box: Box): RasterImage => ({ ...crop(image, withMargin(box)), channels: 1 });

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
  const read = (await reader?.read(pieces.map(({ boxes }) => pictureOf(image, unite(boxes))))) ?? [];
  return new Map(
    pieces.map((piece, at) => {
      const words = read[at] ?? [];
      return [piece, words.length === 0 ? piece.boxes.map((box) => unreadWord(piece, box)) : placeWords(piece, words)];
    }),
  );
}

function placeWords(piece: HandwrittenPiece, words: readonly ReadWord[]): RecognisedWord[] {
  const { left, top, right, bottom } = withMargin(unite(piece.boxes));
  const x = (part: number) => Math.round(left + part * (right - left));
  return words.map(({ text, confidence, entropy, ...word }) => {
    const from = x(word.left);
    const box = { left: from, top, right: Math.max(from + 1, x(word.right)), bottom };
    return { ...unreadWord(piece, box), text, confidence, entropy };
  });
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
