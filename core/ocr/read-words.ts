/**
 * Reads words, boxes and alternatives from Tesseract's result iterators.
 * This takes 5 ms per page; writing and parsing hOCR takes 60 ms.
 */
import type { Box } from './lstm/line-image.ts';
import { symbolEntropy } from './symbol-entropy.ts';
import { LEVEL, type ResultIterator, type TesseractModule } from './tesseract-module.ts';

export interface RecognisedWord {
  /** Corners in pixels of the image. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Mean entropy per character, in bits; 0 if no alternatives were requested. */
  readonly entropy: number;
  /** Index on the page, from 0, in reading order. */
  readonly line: number;
  readonly block: number;
  /** True for a word that is written by hand; its text is empty where no reader of handwriting is installed. */
  readonly handwritten?: boolean;
}

/** A word on the upright page: corners in page pixels, as in the page record. */
export type PageWord = Omit<RecognisedWord, 'confidence' | 'handwritten'> & {
  /** Absent where the kinds of the page's words are not told apart. */
  readonly kind?: 'printed' | 'handwritten';
};

/** The box of a word. */
export const wordBox = ({ x1, y1, x2, y2 }: Pick<RecognisedWord, 'x1' | 'y1' | 'x2' | 'y2'>): Box => ({
  left: x1,
  top: y1,
  right: x2,
  bottom: y2,
});

/** A word in another place. */
export const moveWord = (word: RecognisedWord, { left, top, right, bottom }: Box): RecognisedWord => ({
  ...word,
  x1: left,
  y1: top,
  x2: right,
  y2: bottom,
});

/** The texts of words, with spaces between them. */
export const textOf = (words: readonly Pick<RecognisedWord, 'text'>[]): string =>
  words.map(({ text }) => text).join(' ');

/** Characters of words, without spaces. */
export const countCharacters = (words: readonly Pick<RecognisedWord, 'text'>[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

type WordWithoutEntropy = Omit<RecognisedWord, 'entropy'>;

/** The mean of the words' confidences, weighted by their length in characters: 0 to 100; 0 without words. */
export function meanConfidence(words: readonly Pick<RecognisedWord, 'text' | 'confidence'>[]): number {
  const characters = countCharacters(words);
  return characters === 0
    ? 0
    : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / characters;
}

/** Returns the words in reading order and frees the iterator. */
export function readWords(module: TesseractModule, iterator: ResultIterator, alternatives: boolean): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  const position = { line: -1, block: -1 };
  let word: WordWithoutEntropy | null = null;
  let bits: number[] = [];
  const finishWord = () => {
    if (word !== null) words.push({ ...word, entropy: mean(bits) });
  };
  try {
    iterator.Begin();
    // By symbol if alternatives are requested, because alternatives belong to symbols; the symbols cover all words.
    do {
      if (iterator.IsAtBeginningOf(LEVEL.block)) position.block += 1;
      if (iterator.IsAtBeginningOf(LEVEL.line)) position.line += 1;
      if (iterator.IsAtBeginningOf(LEVEL.word)) {
        finishWord();
        word = readWord(iterator, position);
        bits = [];
      }
      if (alternatives && word !== null) bits.push(alternativesEntropy(module, iterator));
    } while (iterator.Next(alternatives ? LEVEL.symbol : LEVEL.word));
    finishWord();
    return words;
  } finally {
    iterator.__destroy__();
  }
}

/**
 * The word at the iterator's position; null if there is none (images, words that were not read before the deadline).
 */
function readWord(iterator: ResultIterator, position: { line: number; block: number }): WordWithoutEntropy | null {
  if (iterator.Empty(LEVEL.word)) return null;
  const text = iterator.GetUTF8Text(LEVEL.word).trim();
  const { x0, y0, x1, y1 } = iterator.getBoundingBox(LEVEL.word);
  if (text === '' || x1 <= x0 || y1 <= y0) return null;
  return {
    x1: x0,
    y1: y0,
    x2: x1,
    y2: y1,
    text,
    confidence: iterator.Confidence(LEVEL.word),
    line: Math.max(position.line, 0),
    block: Math.max(position.block, 0),
  };
}

function alternativesEntropy(module: TesseractModule, iterator: ResultIterator): number {
  const choices = new module.ChoiceIterator(iterator);
  const weights: number[] = [];
  do weights.push(choices.Confidence());
  while (choices.Next());
  choices.__destroy__();
  return symbolEntropy(weights);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
