/** The words of a text layer that can be seen on the page. */
import type { DocumentReader, TextLayerWord } from '../../../core/documents/formats/document-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';

/** A word with its centre, in inches from the top left of the page. */
export interface VisibleWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const POINTS_PER_INCH = 72;
const DPI = 100;
/** Difference between the darkest and the lightest pixel of a word, in grey levels, below which it cannot be seen. */
const MIN_CONTRAST = 40;
/** Distance in points within which the same word counts as drawn twice: shadows, and bold by overprinting. */
const SAME_PLACE = 2;

/**
 * Leaves out words outside the page, words without contrast (white on white, behind a picture) and those drawn a second
 * time in the same place.
 */
export async function visibleWords(
  reader: DocumentReader,
  page: number,
  words: readonly TextLayerWord[],
): Promise<readonly VisibleWord[]> {
  const { widthMm, heightMm } = await reader.pageSize(page);
  const pixels = (mm: number) => Math.max(1, Math.round((mm / 25.4) * DPI));
  const image = await reader.render(page, { width: pixels(widthMm), height: pixels(heightMm) }, 1);
  const places = new Map<string, TextLayerWord[]>();
  return words
    .filter((word) => {
      const same = places.get(word.text) ?? [];
      if (same.some((other) => isSamePlace(word, other))) return false;
      places.set(word.text, [...same, word]);
      return contrastOf(image, word) >= MIN_CONTRAST;
    })
    .map(({ text, x1, y1, x2, y2 }) => ({
      text,
      x: (x1 + x2) / 2 / POINTS_PER_INCH,
      y: (y1 + y2) / 2 / POINTS_PER_INCH,
    }));
}

const isSamePlace = (a: TextLayerWord, b: TextLayerWord): boolean =>
  Math.abs(a.x1 - b.x1) < SAME_PLACE && Math.abs(a.y1 - b.y1) < SAME_PLACE;

/** Range of grey levels within a word's box; 0 outside the page. */
export function contrastOf(image: RasterImage, word: Omit<TextLayerWord, 'text'>): number {
  const scale = DPI / POINTS_PER_INCH;
  const [left, top] = [Math.max(0, Math.floor(word.x1 * scale)), Math.max(0, Math.floor(word.y1 * scale))];
  const right = Math.min(image.width, Math.ceil(word.x2 * scale));
  const bottom = Math.min(image.height, Math.ceil(word.y2 * scale));
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const value = image.data[y * image.width + x] ?? 255;
      darkest = Math.min(darkest, value);
      lightest = Math.max(lightest, value);
    }
  return Math.max(0, lightest - darkest);
}
