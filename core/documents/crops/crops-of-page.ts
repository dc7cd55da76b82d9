/** The crops by which a page of a cropping workflow is read: what was found on it, within bounds. */
import type { PageSize } from '../formats/document-reader.ts';
import { MIN_TEXT_SIDE } from '../read-page.ts';
import { pagePixels } from '../page-pixels.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { isConvex } from '../sheets/quadrilateral.ts';
import type { SheetCorners } from '../sheets/straighten.ts';
import { cornersOn, cropSize, WHOLE } from './cut-crop.ts';
import { areaOfPolygon } from './regions/outline.ts';
import { sharedArea } from './regions/overlap.ts';

/** Finds the corners of the documents on a page, in reading order; none on a page without a background. */
export type FindCrops = (picture: RasterImage) => readonly SheetCorners[];

/** Crops of one page. A page on which more are found stays whole, so that nothing of it is lost. */
export const MAX_CROPS = 12;
/** Part of the page's area from which a single crop is the page itself. */
const WHOLE_PAGE_SHARE = 0.95;
/**
 * Part of a crop's area that lies on the page, at least: of a turned document that the border of the page cuts off, corners lie
 * beyond the border.
 */
const MIN_ON_PAGE = 0.5;

/**
 * Returns the crops in reading order; none for a page that stays whole: one without a background, one that a single crop
 * fills, and one whose crops cannot be told, or are more than MAX_CROPS.
 * @param picture  the page
 */
export function cropsOfPage(picture: RasterImage, size: PageSize, find: FindCrops): readonly SheetCorners[] {
  const found = foundIn(picture, find);
  const crops = found.filter((crop) => isCrop(crop, size));
  const [only] = crops;
  if (crops.length > MAX_CROPS || only === undefined) return [];
  return crops.length === 1 && areaOfPolygon(cornersOn(UNIT, only)) >= WHOLE_PAGE_SHARE ? [] : crops;
}

const UNIT = { width: 1, height: 1 };
const WHOLE_PAGE = cornersOn(UNIT, WHOLE);

/** Where the search fails, the page is read whole, as without cropping. */
function foundIn(picture: RasterImage, find: FindCrops): readonly SheetCorners[] {
  try {
    return find(picture);
  } catch {
    return [];
  }
}

/** Whether it is a convex quadrilateral, for the most part on the page, and large enough to hold text. */
function isCrop(crop: SheetCorners, size: PageSize): boolean {
  const corners = cornersOn(UNIT, crop);
  if (crop.length !== WHOLE.length || !isConvex(corners)) return false;
  if (sharedArea(corners, WHOLE_PAGE) < MIN_ON_PAGE * areaOfPolygon(corners)) return false;
  const { width, height } = pagePixels(cropSize(size, crop));
  return Math.min(width, height) >= MIN_TEXT_SIDE;
}
