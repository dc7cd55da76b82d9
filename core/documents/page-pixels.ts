/** How many pixels a page gets. */
import type { PageSize } from './formats/document-reader.ts';
import { PAGE_DPI } from './page-record.ts';

const MM_PER_INCH = 25.4;
/** Pixels of one page image: ISO A2 at 220 dpi has 19 million. */
const MOST_PIXELS = 25_000_000;
/** Pixels of one side: the recogniser takes no more than 32,767. */
const LONGEST_SIDE = 15_000;
/** Pixels of what the recogniser looks at: A3 at 220 dpi has 9 million. A poster's print is large. */
const MOST_PIXELS_READ = 12_000_000;
/** Pixels per inch of the picture that ink and thumbnail are taken from. */
export const SKETCH_DPI = 50;
const SKETCH_LONGEST_SIDE = 800;

export interface PagePixels {
  readonly width: number;
  readonly height: number;
  /** Pixels per inch: 220, less for a page that would be too large and for an upload that has less. */
  readonly dpi: number;
}

/** Pixels of a page of this size at this resolution, or at the highest that the limits on a page image allow. */
const pixelsAt = (
  { widthMm, heightMm }: PageSize,
  wantedDpi: number,
  longestSide = LONGEST_SIDE,
  mostPixels = MOST_PIXELS,
): PagePixels => {
  const widthInches = widthMm / MM_PER_INCH;
  const heightInches = heightMm / MM_PER_INCH;
  const dpi = Math.min(
    wantedDpi,
    Math.sqrt(mostPixels / (widthInches * heightInches)),
    longestSide / Math.max(widthInches, heightInches),
  );
  return {
    width: Math.max(1, Math.round(widthInches * dpi)),
    height: Math.max(1, Math.round(heightInches * dpi)),
    dpi,
  };
};

/** Pixels of a page as used in processing: 220 dpi where the page is not too large for it, and never more than the upload has. */
export const pagePixels = (size: PageSize): PagePixels => pixelsAt(size, Math.min(PAGE_DPI, size.ownDpi ?? PAGE_DPI));

/** Pixels of the small picture that ink and thumbnail are taken from. */
export const sketchPixels = (size: PageSize): PagePixels => pixelsAt(size, SKETCH_DPI, SKETCH_LONGEST_SIDE);

/** Pixels of the picture that is shown to the recogniser at this resolution: enlarged where the upload has less, since it reads larger letters better. */
export const readingPixels = (size: PageSize, dpi: number): PagePixels =>
  pixelsAt(size, dpi, LONGEST_SIDE, MOST_PIXELS_READ);
