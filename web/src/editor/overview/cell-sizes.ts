/** Sizes of the pages in the overview, in CSS pixels. */
import type { GridSize } from '../layout/page-grid.ts';

/** Of the decision between two pages. */
export const GAP_WIDTH = 30;

const PADDING = 12;

/** Space of the document's name, the page's number and the distance to the next row. */
const AROUND_PAPER = 28 + 20 + 8 + 4;

const sizeOf = (paperWidth: number): GridSize => ({
  cellWidth: paperWidth + 12 + GAP_WIDTH,
  cellHeight: Math.round(paperWidth * 1.414) + AROUND_PAPER,
  padding: PADDING,
});

/** From the smallest to the largest. */
export const CELL_SIZES: readonly GridSize[] = [72, 104, 152, 216, 304].map(sizeOf);
export const DEFAULT_SIZE = 1;

/** Pixels of the images that are asked for: sharp on screens of twice the resolution, and few different ones. */
export const THUMBNAIL_WIDTHS = [208, 208, 208, 432, 608] as const;
