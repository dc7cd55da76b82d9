/** Compares a doubtful text layer with the page's pixels: up to three of its lines are read by OCR. */
import { detectLanguage } from '../../ocr/languages/detect-language.ts';
import { recogniseLine } from '../../ocr/recognise-line.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import type { Word } from '../page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

/** Lines that are compared. */
const LINES = 3;
/** Letters and digits that a line should have to tell anything. */
const FEWEST_CHARACTERS = 10;
/** Characters of a line that are compared: the recogniser's time grows with its length. */
const MOST_CHARACTERS = 60;
/**
 * Share of common character pairs from which two readings are of the same line, by why the layer is doubted. Unrelated lines of one
 * language share about 0.2. A scan may be hard to read for either recogniser; letters that a font draws cleanly are not, and a layer
 * that lacks a single letter throughout (a font that maps c to a line feed) still shares 0.89.
 */
const SAME_LINE = { scan: 0.45, encoding: 0.9 } as const;
/** Pixels around a line's words that are shown to the recogniser, in line heights. */
const MARGIN = 0.35;

interface LineSample {
  readonly text: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const sampleOf = (words: readonly Word[]): LineSample => {
  const kept: Word[] = [];
  let length = 0;
  for (const word of words) {
    if (length > MOST_CHARACTERS) break;
    kept.push(word);
    length += word.text.length + 1;
  }
  return {
    text: kept.map((word) => word.text).join(' '),
    x1: Math.min(...kept.map((word) => word.x1)),
    y1: Math.min(...kept.map((word) => word.y1)),
    x2: Math.max(...kept.map((word) => word.x2)),
    y2: Math.max(...kept.map((word) => word.y2)),
  };
};

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Lines of the page, spread from its top to its bottom, long ones first choice. */
const chooseLines = (words: readonly Word[]): readonly LineSample[] => {
  const lines = [...Map.groupBy(words, (word) => word.line).values()].map(sampleOf);
  const long = lines.filter((line) => lettersOf(line.text).length >= FEWEST_CHARACTERS);
  const candidates = long.length > 0 ? long : lines;
  return Array.from(
    { length: Math.min(LINES, candidates.length) },
    (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / Math.min(LINES, candidates.length))],
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

/** Dice coefficient of two texts' character pairs, 0 to 1; letters and digits only, so that spacing and signs do not count. */
export const likeness = (a: string, b: string): number => {
  const pairsA = pairsOf(a);
  const pairsB = pairsOf(b);
  const count = (pairs: Map<string, number>): number => [...pairs.values()].reduce((sum, n) => sum + n, 0);
  const common = [...pairsA].reduce((sum, [pair, n]) => sum + Math.min(n, pairsB.get(pair) ?? 0), 0);
  const total = count(pairsA) + count(pairsB);
  return total === 0 ? 0 : (2 * common) / total;
};

/**
 * True where the layer says what the page shows: of up to three lines at least half read alike, all of them where the font's encoding is doubted.
 * @param words the layer's words on the upright page image
 * @param image that image, grey
 * @param scale pixels of the image for a pixel of the words' boxes: 1 unless the page was too large or too costly to draw in full
 * @param languages the caller's own choice; empty: as the layer's text says
 */
export const layerMatchesPixels = async (
  words: readonly Word[],
  image: RasterImage,
  scale: number,
  languages: readonly Language[],
  doubt: keyof typeof SAME_LINE,
): Promise<boolean> => {
  const language = languages[0] ?? detectLanguage(words.map((word) => word.text).join(' ')) ?? 'en';
  const lines = chooseLines(words);
  let alike = 0;
  for (const line of lines) {
    const { text } = await recogniseLine(language, crop(image, scaled(line, scale)));
    if (likeness(text, line.text) >= SAME_LINE[doubt]) alike += 1;
  }
  return doubt === 'encoding' ? alike === lines.length : alike * 2 >= lines.length;
};
