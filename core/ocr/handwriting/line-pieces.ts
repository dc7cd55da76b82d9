/** The lines of a page as words with the shapes of their ink, of which pieces are classified. */
import { unite } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { PageImage } from '../pages/page-image.ts';
import type { LineReading } from '../lines/read-lines.ts';
import type { RecognisedWord } from '../read-words.ts';
import { findInkShapes, type InkShape } from './ink-shapes.ts';
import { pieceFeatures, type PieceReading, type WordShapes } from './piece-features.ts';
import { differencesToNearest } from './repetition.ts';

/** A line with its words, as the layout analysis found them, from left to right. */
export interface LineShapes {
  readonly line: LineReading;
  readonly boxes: readonly Box[];
  readonly words: readonly WordShapes[];
}

/**
 * The lines of a page with the shapes of their ink; without those that are vertical.
 * @param page the image to which the boxes of the lines refer
 */
export function shapesOfLines(page: PageImage, lines: readonly LineReading[]): LineShapes[] {
  const horizontal = lines.filter(({ segment }) => segment.rotation === 0);
  const found = horizontal.map((line) => ({ line, ...shapesOfLine(page, line) }));
  const differences = differencesToNearest(found.flatMap(({ shapes }) => shapes.flat()));
  return found.map(({ line, boxes, shapes }) => ({
    line,
    boxes,
    words: shapes.map((ofWord) => ({
      shapes: ofWord,
      differences: ofWord.map((shape) => differences.get(shape) ?? 1),
    })),
  }));
}

function shapesOfLine({ image }: PageImage, { segment }: LineReading): { boxes: Box[]; shapes: InkShape[][] } {
  const boxes = segment.words.toSorted((a, b) => a.left - b.left);
  const shapes: InkShape[][] = boxes.map(() => []);
  for (const shape of findInkShapes(image, unite(boxes)))
    shapes[wordAt(boxes, (shape.left + shape.right) / 2)]?.push(shape);
  return { boxes, shapes };
}

/** The word that a column lies in, or is nearest to. */
function wordAt(boxes: readonly Box[], x: number): number {
  let best = 0;
  let least = Infinity;
  for (let at = 0; at < boxes.length; at += 1) {
    const { left, right } = boxes[at] as Box; // `at` is below the length
    const distance = Math.max(left - x, x - right, 0);
    if (distance >= least) continue;
    best = at;
    least = distance;
  }
  return best;
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;

/** The features of the words `from` (inclusive) to `to` (exclusive) of a line. */
export function featuresOfPiece(
  { line, boxes, words }: LineShapes,
  from: number,
  to: number,
  dpi: number,
): Float32Array {
  return pieceFeatures(words.slice(from, to), readingOf(wordsWithin(line, boxes, from, to)), dpi);
}

/** The recognised words whose middle lies in one of the words `from` to `to` of the layout. */
export const wordsWithin = (
  { words }: LineReading,
  boxes: readonly Box[],
  from: number,
  to: number,
): readonly RecognisedWord[] =>
  words.filter(({ x1, x2 }) => {
    const at = wordAt(boxes, (x1 + x2) / 2);
    return at >= from && at < to;
  });

function readingOf(words: readonly RecognisedWord[]): PieceReading {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = (value: (word: RecognisedWord) => number) =>
    characters === 0 ? Number.NaN : words.reduce((sum, word) => sum + value(word) * word.text.length, 0) / characters;
  return {
    confidence: weighted(({ confidence }) => confidence),
    entropy: weighted(({ entropy }) => entropy),
    alphanumeric: words.reduce((sum, { text }) => sum + (text.match(LETTERS_AND_DIGITS)?.length ?? 0), 0),
    characters,
  };
}
