/** Reads a page of vertical Japanese: columns from right to left, the characters of each from top to bottom. */
import { rotateImage, unrotateBox } from '../layout/rotate-image.ts';
import type { RasterImage } from '../raster-image.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { moveWord, wordBox } from '../read-words.ts';
import { recognise } from '../tesseract-engine.ts';
import type { PageImage } from './page-image.ts';
import type { PageReading } from './read-upright-page.ts';

/** Rotation that makes a column a line: its top is then on the left. */
const ROTATION = 270;
/** Limit on the length of the lines that are read, in multiples of their height. */
const MAX_LENGTH = 8000;
/** Confidence (0 to 100) of a column below which it is none: horizontal lines of the page, and pictures. */
const MIN_CONFIDENCE = 50;

/**
 * The layout is found on the rotated page, on which columns are lines: Tesseract loses the ends of columns otherwise.
 * @param page the upright page
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function readColumns({ image, dpi }: PageImage): Promise<PageReading> {
  const { lines } = await recognise(rotateImage(image, ROTATION), ['ja-vertical'], {
    dpi,
    segmentation: 'page',
    alternatives: true,
    maxLength: MAX_LENGTH,
  });
  const columns = lines.filter((line) => line.segment.rotation === 0 && lineConfidence(line) >= MIN_CONFIDENCE);
  return { lines: columns.map((line) => uprightColumn(line, image)), languages: ['ja'], language: 'ja' };
}

/** Of a line of the rotated page, the column of the upright one. */
const uprightColumn = ({ segment, words }: LineReading, image: RasterImage): LineReading => ({
  segment: { ...segment, rotation: ROTATION },
  words: words.map((word) => moveWord(word, unrotateBox(wordBox(word), image, ROTATION))),
});
