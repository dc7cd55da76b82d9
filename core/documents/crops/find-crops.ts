/**
 * The documents on a page: photographed, or laid on a scanner, one or several. A network sees the edges of documents. Where
 * it sees none, may miss one or sees an edge across one, a second search finds the regions that stand out by their grey from
 * what is around them.
 */
import type { RasterImage } from '../../ocr/raster-image.ts';
import { shrink } from '../page-thumbnail.ts';
import type { Point, Quadrilateral } from '../sheets/quadrilateral.ts';
import type { SheetCorners } from '../sheets/straighten.ts';
import { documentsByGrey } from './documents-by-grey.ts';
import { documentsByNetwork, type DocumentsInMaps } from './network/documents-by-network.ts';
import { areSeen, hasEdgeWithin } from './network/edges-within.ts';
import { areaOfPolygon } from './regions/outline.ts';
import { areBesideEachOther, sharedArea } from './regions/overlap.ts';
import { withinPicture } from './regions/within-picture.ts';
import { inReadingOrder } from './reading-order.ts';

/** Longer side in pixels of the picture in which documents are looked for. */
const LONG_SIDE = 512;
/** Shorter side in pixels below which a picture has no documents on a background. */
const MIN_SIDE = 40;
/** Part of a document by which it lies within another; part of that which the documents within it cover to take its place. */
const WITHIN = 0.8;
const TILED = 0.85;

/**
 * One document on a page: its corners (clockwise from its upper left corner as it is read) as parts of the page's width and
 * height, 0 to 1; less or more where the border of the page cuts off the corner of a turned one.
 */
export type CropCorners = SheetCorners;

/**
 * Returns the documents on a page in reading order; an empty array where the page is one whole document that needs no
 * cropping (a digital page, a scan without background).
 * @param picture in grey, with a longer side of at least some 640 pixels
 */
export function findCrops(picture: RasterImage): CropCorners[] {
  const small = shrink(picture, LONG_SIDE);
  if (Math.min(small.width, small.height) < MIN_SIDE) return [];
  const seen = documentsByNetwork(small);
  const isSure = !seen.areMissed && !seen.documents.some((document) => hasEdgeWithin(document, seen.maps));
  const documents = isSure ? seen.documents : joined(seen, documentsByGrey(small));
  return inReadingOrder(documents).map((corners) => asParts(corners, small));
}

/**
 * The documents of the network, or the ones by their grey of which such a one consists, where the maps show the sides of
 * these; and the others by their grey beside them, where the network may miss one.
 */
function joined({ documents, maps, areMissed }: DocumentsInMaps, byGrey: readonly Quadrilateral[]): Quadrilateral[] {
  const taken = documents.flatMap((document) => {
    const parts = byGrey.filter((part) => sharedArea(part, document) > WITHIN * areaOfPolygon(part));
    const covered = parts.reduce((sum, part) => sum + sharedArea(part, document), 0);
    const isTiled = parts.length >= 2 && covered >= TILED * areaOfPolygon(document);
    return isTiled && areSeen(parts, maps) ? parts : [document];
  });
  if (!areMissed) return taken;
  const others = byGrey.filter((document) => taken.every((other) => areBesideEachOther(document, other)));
  return [...taken, ...others];
}

/** Corners as parts of the picture, rounded to a tenth of a pixel at 220 dpi. */
function asParts([a, b, c, d]: Quadrilateral, picture: RasterImage): CropCorners {
  const edgeOf = ({ x, y }: Point): Point => ({ x: x + 0.5, y: y + 0.5 });
  const partOf = (value: number, whole: number) => Math.round((value / whole) * 1e5) / 1e5;
  return withinPicture([edgeOf(a), edgeOf(b), edgeOf(c), edgeOf(d)], picture).flatMap(({ x, y }) => [
    partOf(x, picture.width),
    partOf(y, picture.height),
  ]);
}
