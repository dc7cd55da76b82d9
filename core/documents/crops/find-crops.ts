/** The documents on a page: photographed, or laid on a scanner, one or several. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { shrink } from '../page-thumbnail.ts';
import { findSheet } from '../sheets/find-sheet.ts';
import type { SheetCorners } from '../sheets/straighten.ts';

/** Longer side in pixels of the picture in which documents are looked for. */
const LONG_SIDE = 480;

/** One document on a page: its corners (clockwise from its upper left corner as it is read) as parts of the page's width and height, 0 to 1. */
export type CropCorners = SheetCorners;

/**
 * Returns the documents on a page in reading order; an empty array where the page is one whole document that needs no
 * cropping (a digital page, a scan without background).
 * @param picture in grey
 */
export function findCrops(picture: RasterImage): CropCorners[] {
  const small = shrink(picture, LONG_SIDE);
  const sheet = findSheet(small);
  if (sheet === undefined) return [];
  const within = (part: number): number => Math.min(1, Math.max(0, part));
  return [sheet.flatMap(({ x, y }) => [within(x / small.width), within(y / small.height)])];
}
