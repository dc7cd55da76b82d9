/**
 * The documents on a page: photographed, or laid on a scanner, one or several. Regions that stand out from what is around
 * them are found by a component tree; those with the shape of a sheet and four clear sides are documents, if what is
 * around them is a background and not the rest of a page.
 */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { shrink } from '../page-thumbnail.ts';
import { findSheet } from '../sheets/find-sheet.ts';
import type { Quadrilateral } from '../sheets/quadrilateral.ts';
import { gradientsOf, smooth } from '../sheets/sheet-edges.ts';
import type { SheetCorners } from '../sheets/straighten.ts';
import { onBackground } from './background.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import { chooseDocuments, type Document } from './choose-documents.ts';
import { areaOfPolygon } from './regions/outline.ts';
import { inReadingOrder } from './reading-order.ts';

/** Longer side in pixels of the picture in which documents are looked for. */
const LONG_SIDE = 512;
/** Score of a document below which a sheet is looked for by its lines, too. */
const DOUBTFUL = 0.9;
/** Shorter side in pixels below which a picture has no documents on a background. */
const MIN_SIDE = 40;

/** One document on a page: its corners (clockwise from its upper left corner as it is read) as parts of the page's width and height, 0 to 1. */
export type CropCorners = SheetCorners;

/**
 * Returns the documents on a page in reading order; an empty array where the page is one whole document that needs no
 * cropping (a digital page, a scan without background).
 * @param picture in grey, with a longer side of at least some 640 pixels
 */
export function findCrops(picture: RasterImage): CropCorners[] {
  const small = shrink(picture, LONG_SIDE);
  if (Math.min(small.width, small.height) < MIN_SIDE) return [];
  const smoothed: RasterImage = { ...small, data: smooth(small.data, small.width) };
  const gradients = gradientsOf(small);
  const candidates = findCandidates(smoothed, gradients);
  const documentsOf = (among: readonly Candidate[]) => onBackground(small, smoothed, chooseDocuments(among, smoothed));
  const regions = documentsOf(candidates);
  const documents =
    regions.length === 0
      ? documentsOf(sheetByLines(small))
      : isOneDoubtful(regions)
        ? documentsOf([...candidates, ...sheetByLines(small)])
        : regions;
  return inReadingOrder(documents.map(({ corners }) => corners)).map((corners) => asParts(corners, small));
}

/** The one sheet whose four edges are seen though it is no region: parts of it are as bright as the background. */
function sheetByLines(small: RasterImage): Candidate[] {
  const corners = findSheet(small);
  if (corners === undefined) return [];
  const sheet = { corners, area: areaOfPolygon(corners), filled: 1, depth: 0, seams: [] };
  return [true, false].map((isBright) => ({ ...sheet, isBright }));
}

/** Whether there is one document, whose outline is not that of a sheet: it may be the table on which the sheet lies. */
const isOneDoubtful = ([first, ...others]: readonly Document[]): boolean =>
  first !== undefined && others.length === 0 && first.score < DOUBTFUL;

/** Corners as parts of the picture, within it, rounded to a tenth of a pixel at 220 dpi. */
function asParts(corners: Quadrilateral, { width, height }: RasterImage): CropCorners {
  const partOf = (value: number, whole: number) =>
    Math.round(Math.min(1, Math.max(0, (value + 0.5) / whole)) * 1e5) / 1e5;
  return corners.flatMap(({ x, y }) => [partOf(x, width), partOf(y, height)]);
}
