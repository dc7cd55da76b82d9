/** Computes the pixel sizes at which a page is rendered. */
import type { PageSize } from './formats/document-reader.ts';
import { PAGE_DPI } from './page-record.ts';
import { MM_PER_INCH } from '../units.ts';

/** Maximum number of pixels of a page image: ISO A2 at 220 dpi has 19 million. */
const MAX_PIXELS = 25_000_000;
/** Maximum number of pixels of one side: Tesseract accepts at most 32,767. */
const MAX_SIDE = 15_000;
/** Maximum number of pixels of an image for OCR: A3 at 220 dpi has 9 million. The print on posters is large. */
const MAX_OCR_PIXELS = 12_000_000;
/** Pixels per inch of the low-resolution render from which ink and thumbnail are computed. */
export const LOW_RESOLUTION_DPI = 50;
const LOW_RESOLUTION_MAX_SIDE = 800;

export interface PagePixels {
  readonly width: number;
  readonly height: number;
  /** Pixels per inch: 220, or less if the page would be too large or the upload has less. */
  readonly dpi: number;
}

/** Size in pixels of a page at this resolution, or at the highest resolution within the limits on a page image. */
const pixelsAt = (
  { widthMm, heightMm }: PageSize,
  wantedDpi: number,
  maxSide = MAX_SIDE,
  maxPixels = MAX_PIXELS,
): PagePixels => {
  const widthInches = widthMm / MM_PER_INCH;
  const heightInches = heightMm / MM_PER_INCH;
  const dpi = Math.min(
    wantedDpi,
    Math.sqrt(maxPixels / (widthInches * heightInches)),
    maxSide / Math.max(widthInches, heightInches),
  );
  return {
    width: Math.max(1, Math.round(widthInches * dpi)),
    height: Math.max(1, Math.round(heightInches * dpi)),
    dpi,
  };
};

/** Ratio up to which the resolutions of two axes count as equal: page sizes are often rounded to whole points. */
const EQUAL_AXES_RATIO = 1.05;

/**
 * The resolution in pixels per inch of an image with square pixels that has no more pixels than an upload of these
 * resolutions. Where they differ as those of a fax do, it is the finer one, so that the image keeps all of its pixels.
 */
export const squarePixelDpi = (dpiX: number, dpiY: number): number => {
  const [coarse, fine] = [Math.min(dpiX, dpiY), Math.max(dpiX, dpiY)];
  return fine <= coarse * EQUAL_AXES_RATIO ? coarse : fine;
};

/**
 * Size in pixels of a page in processing: at 220 dpi unless the page is too large, and never more than the upload has.
 */
export const pagePixels = (size: PageSize): PagePixels => pixelsAt(size, Math.min(PAGE_DPI, size.ownDpi ?? PAGE_DPI));

/** Size in pixels of a page at this resolution, or at the highest within the limits on a page image. */
export const pixelsAtDpi = (size: PageSize, dpi: number): PagePixels => pixelsAt(size, dpi);

/** Size in pixels of the low-resolution render from which ink and thumbnail are computed. */
export const lowResolutionPixels = (size: PageSize): PagePixels =>
  pixelsAt(size, LOW_RESOLUTION_DPI, LOW_RESOLUTION_MAX_SIDE);

/**
 * Size in pixels of an image for OCR at this resolution: upscaled if the upload has less, because OCR reads larger
 * letters better.
 */
export const ocrPixels = (size: PageSize, dpi: number): PagePixels => pixelsAt(size, dpi, MAX_SIDE, MAX_OCR_PIXELS);
