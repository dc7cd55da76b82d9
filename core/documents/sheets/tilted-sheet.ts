/** The sheet in a photograph that was taken at an angle. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { shrink } from '../page-thumbnail.ts';
import { fillsPicture } from './fills-picture.ts';
import { findSheet } from './find-sheet.ts';
import { convergence } from './quadrilateral.ts';
import type { SheetCorners } from './straighten.ts';

/** Longer side in pixels of the picture in which the edges are looked for. */
const LONG_SIDE = 480;
/** Degrees between opposite edges from which a picture is straightened: below, deskewing it does as much. */
const MIN_CONVERGENCE = 1.5;

/**
 * Returns the corners of the sheet in a photograph that needs to be straightened; undefined for a picture without the
 * four edges of a sheet, such as a scan, and for one that was taken from straight above.
 * @param picture in grey
 */
export function tiltedSheet(picture: RasterImage): SheetCorners | undefined {
  const small = shrink(picture, LONG_SIDE);
  if (fillsPicture(small)) return undefined;
  const sheet = findSheet(small);
  if (sheet === undefined || convergence(sheet) < MIN_CONVERGENCE) return undefined;
  return sheet.flatMap(({ x, y }) => [partOf(x, small.width), partOf(y, small.height)]);
}

/** Rounded to a tenth of a pixel at 220 dpi. */
const partOf = (value: number, whole: number): number => Math.round((value / whole) * 1e5) / 1e5;
