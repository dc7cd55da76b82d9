/** Reads lines again in other languages. */
import type { Language } from '../languages/languages.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { recogniseSegments } from '../tesseract-engine.ts';
import type { PageImage } from './page-image.ts';

/**
 * @param page the image that the lines were read on
 * @param maxLength limit on the work, as for `recognise`: the first reading of a line past it stays
 * @returns the more confident reading of each line, in the same order
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function surerReadings(
  { image, dpi }: PageImage,
  lines: readonly LineReading[],
  languages: readonly Language[],
  maxLength: number,
): Promise<LineReading[]> {
  const segments = lines.map(({ segment }) => segment);
  const again = await recogniseSegments(image, languages, segments, { dpi, maxLength });
  return lines.map((line, at) => {
    const other = again.lines[at];
    return other !== undefined && lineConfidence(other) > lineConfidence(line) ? other : line;
  });
}
