/** Compares a doubtful text layer with the rendered page: up to three of its lines are read by OCR. */
import { detectLanguage } from '../../ocr/languages/detect-language.ts';
import { recogniseLine } from '../../ocr/lines/recognise-line.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import type { Word } from '../page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

/** Maximum number of lines that are compared. */
const MAX_LINES = 3;
/** Minimum number of letters and digits of a line that is compared, if there are such lines. */
const MIN_CHARACTERS = 10;
/** Number of characters of a line after which no further word is compared: the time of OCR grows with its length. */
const MAX_CHARACTERS = 60;
/**
 * Similarity of character bigrams from which two texts count as the same line, by the reason of doubt. Unrelated lines
 * of one language have about 0.2. Both OCR engines may make errors on a scan, but not on letters drawn with a font: a
 * layer that lacks only one letter (a font that maps c to a line feed) still has 0.89.
 */
const MIN_SIMILARITY = { scan: 0.45, encoding: 0.9 } as const;
/**
 * Part of the letters of a layer, most of which are Latin, from which others show an engine that guessed the script, and the
 * mean similarity that its lines in Latin script alone must then have. Of 26 pages of receipts with less, 22 are read better
 * by OCR here, and 4 as well; a page with Chinese that OCR here does not read has 0.85.
 */
const MIXED_SHARE = 0.03;
const MIN_MIXED_SIMILARITY = 0.75;
/** Margin around a line that is cropped for OCR, in line heights. */
const MARGIN = 0.35;

interface LineSample {
  readonly text: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const sampleOf = (words: readonly Word[]): LineSample => {
  const sample: Word[] = [];
  let length = 0;
  for (const word of words) {
    if (length > MAX_CHARACTERS) break;
    sample.push(word);
    length += word.text.length + 1;
  }
  return {
    text: sample.map((word) => word.text).join(' '),
    x1: Math.min(...sample.map((word) => word.x1)),
    y1: Math.min(...sample.map((word) => word.y1)),
    x2: Math.max(...sample.map((word) => word.x2)),
    y2: Math.max(...sample.map((word) => word.y2)),
  };
};

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Letters of the scripts that OCR reads. */
const READ_LETTERS = /[\p{Script=Latin}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu;
const LATIN_LETTERS = /\p{Script=Latin}/gu;
const LETTERS = /\p{L}/gu;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether OCR could read the line: most of its letters are of another script where it could not. */
const isReadable = ({ text }: LineSample): boolean =>
  2 * countMatches(text, READ_LETTERS) >= countMatches(text, LETTERS);

const otherLetters = (text: string): number => countMatches(text, LETTERS) - countMatches(text, LATIN_LETTERS);

/** Whether a text in Latin script has many letters of others. */
const mixesScripts = (text: string): boolean => {
  const [others, all] = [otherLetters(text), countMatches(text, LETTERS)];
  return others >= MIXED_SHARE * all && 2 * others < all;
};

/** Chooses lines evenly from the top to the bottom of the page, from the long ones if there are any. */
const chooseLines = (lines: readonly LineSample[]): readonly LineSample[] => {
  const long = lines.filter((line) => lettersOf(line.text).length >= MIN_CHARACTERS);
  const candidates = long.length > 0 ? long : lines;
  return Array.from(
    { length: Math.min(MAX_LINES, candidates.length) },
    (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / Math.min(MAX_LINES, candidates.length))],
  ).filter((line) => line !== undefined);
};

const scaled = ({ text, x1, y1, x2, y2 }: LineSample, scale: number): LineSample => ({
  text,
  x1: Math.floor(x1 * scale),
  y1: Math.floor(y1 * scale),
  x2: Math.ceil(x2 * scale),
  y2: Math.ceil(y2 * scale),
});

const crop = (image: RasterImage, line: LineSample): RasterImage => {
  const margin = Math.ceil((line.y2 - line.y1) * MARGIN);
  const left = Math.max(0, line.x1 - margin);
  const top = Math.max(0, line.y1 - margin);
  const width = Math.min(image.width, line.x2 + margin) - left;
  const height = Math.min(image.height, line.y2 + margin) - top;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    data.set(image.data.subarray((top + y) * image.width + left, (top + y) * image.width + left + width), y * width);
  return { width, height, channels: 1, data };
};

const pairsOf = (text: string): Map<string, number> => {
  const letters = lettersOf(text);
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < letters.length; index += 1) {
    const pair = letters.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
};

/**
 * The Dice coefficient of the character bigrams of two texts, 0 to 1. Only letters and digits count, so that spacing
 * and punctuation have no effect.
 */
export const textSimilarity = (a: string, b: string): number => {
  const pairsA = pairsOf(a);
  const pairsB = pairsOf(b);
  const count = (pairs: Map<string, number>): number => [...pairs.values()].reduce((sum, n) => sum + n, 0);
  const common = [...pairsA].reduce((sum, [pair, n]) => sum + Math.min(n, pairsB.get(pair) ?? 0), 0);
  const total = count(pairsA) + count(pairsB);
  return total === 0 ? 0 : (2 * common) / total;
};

/**
 * Whether the text layer matches the rendered page: at least half of up to three lines are similar enough, or all of
 * them if the encoding of the font is doubted. Of a scan's layer that mixes scripts, lines in Latin script must be more
 * similar. Lines in scripts that OCR does not read are not compared; a layer
 * of which most lines are such is taken as it is.
 * @param words the words of the layer on the upright page image
 * @param image that image, in grey
 * @param scale pixels of the image per pixel of the word boxes: 1 unless the page was too large or too slow to render
 * in full
 * @param languages languages that the caller has chosen; empty: detected from the text of the layer
 * @param doubt the reason for which the layer is doubted
 */
export const layerMatchesPixels = async (
  words: readonly Word[],
  image: RasterImage,
  scale: number,
  languages: readonly Language[],
  doubt: keyof typeof MIN_SIMILARITY,
): Promise<boolean> => {
  const text = words.map((word) => word.text).join(' ');
  const language = languages[0] ?? detectLanguage(text) ?? 'en';
  const all = [...Map.groupBy(words, (word) => word.line).values()].map(sampleOf);
  const readable = all.filter(isReadable);
  if (2 * readable.length < all.length) return true;
  const latin = doubt === 'scan' && mixesScripts(text) ? readable.filter((line) => otherLetters(line.text) === 0) : [];
  const lines = chooseLines(latin.length > 0 ? latin : readable);
  const similarities: number[] = [];
  for (const line of lines) {
    const read = await recogniseLine(language, crop(image, scaled(line, scale)));
    similarities.push(textSimilarity(read.text, line.text));
  }
  if (latin.length > 0)
    return similarities.reduce((sum, one) => sum + one, 0) >= MIN_MIXED_SIMILARITY * similarities.length;
  const matching = similarities.filter((one) => one >= MIN_SIMILARITY[doubt]).length;
  return doubt === 'encoding' ? matching === lines.length : matching * 2 >= lines.length;
};
