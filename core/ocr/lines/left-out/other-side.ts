/** Tells lines that show through from the other side of thin paper from those of this side. */
import { medianOf } from '../../median.ts';
import { unite, type LineSegment } from '../../layout/page-layout.ts';
import type { Language } from '../../languages/languages.ts';
import { crop, findBlackAndWhite, type Box } from '../../lstm/line-image.ts';
import type { PageImage } from '../../pages/page-image.ts';
import { countLettersAndDigits } from '../../count-letters.ts';
import type { RasterImage } from '../../raster-image.ts';
import { textOf } from '../../read-words.ts';
import { recogniseSegments } from '../../tesseract-engine.ts';
import { lineConfidence, type LineReading } from '../read-lines.ts';

/** Contrast of what shows through, as a part of that of the print on this side, at most. */
const PALE = 0.5;
/** Letters and digits, and confidence (0 to 100), of a pale line on thin paper that is of this side: parts of words are read. */
const MIN_LETTERS = 3;
const MIN_CONFIDENCE = 80;

/** Lines with the image that they were read on. */
interface Print {
  readonly image: RasterImage;
  readonly lines: readonly LineReading[];
}

/**
 * The lines without those of the other side: paler than the print of the page, and surer as they are read in a mirror. Where
 * there are such lines, other pale ones stay only if they are sure.
 * @param lines that were read on the page
 * @param print of this side
 * @throws Error as `recogniseSegments`
 */
export async function withoutOtherSide(
  lines: readonly LineReading[],
  { image, dpi }: PageImage,
  languages: readonly Language[],
  print: Print,
): Promise<readonly LineReading[]> {
  if (lines.length === 0) return lines;
  const contrast = contrastOfPrint(print);
  const pale = lines.filter(({ segment }) => segment.rotation === 0 && contrastOf(image, segment) < PALE * contrast);
  if (pale.length === 0) return lines;
  const segments = pale.map(({ segment }) => mirrorSegment(segment, image.width));
  const { lines: mirrored } = await recogniseSegments(mirror(image), languages, segments, { dpi });
  const isOther = (line: LineReading, at: number): boolean => {
    const other = mirrored[at];
    return other !== undefined && lineConfidence(other) > lineConfidence(line);
  };
  if (!pale.some(isOther)) return lines;
  const others = new Set(pale.filter((line, at) => isOther(line, at) || !isSure(line)));
  return lines.filter((line) => !others.has(line));
}

const isSure = (line: LineReading): boolean =>
  countLettersAndDigits(textOf(line.words)) >= MIN_LETTERS && lineConfidence(line) >= MIN_CONFIDENCE;

/** Median contrast of the lines, in grey levels; 0 without lines. */
function contrastOfPrint({ image, lines }: Print): number {
  const contrasts = lines
    .filter(({ segment }) => segment.rotation === 0)
    .map(({ segment }) => contrastOf(image, segment));
  return medianOf(contrasts) ?? 0;
}

/** In grey levels; 0 of a line without words. */
function contrastOf(image: RasterImage, { words }: LineSegment): number {
  if (words.length === 0) return 0;
  const { black, white } = findBlackAndWhite(crop(image, unite(words)));
  return white - black;
}

function mirror(image: RasterImage): RasterImage {
  const { width, height } = image;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) data.set(image.data.subarray(y * width, (y + 1) * width).toReversed(), y * width);
  return { ...image, data };
}

function mirrorSegment(segment: LineSegment, width: number): LineSegment {
  const mirrorBox = ({ left, right, ...box }: Box): Box => ({ ...box, left: width - right, right: width - left });
  return { ...segment, box: mirrorBox(segment.box), words: segment.words.map(mirrorBox).toReversed() };
}
