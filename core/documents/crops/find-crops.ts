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
import { chooseDocuments, sharedArea, type Document } from './choose-documents.ts';
import { chooseSeenDocuments } from './network/choose-seen-documents.ts';
import { loadEdgeNetwork } from './network/edge-network.ts';
import { candidatesInMaps } from './network/map-candidates.ts';
import { seenDocument } from './network/seen-documents.ts';
import { areaOfPolygon, coverOf } from './regions/outline.ts';
import { inReadingOrder } from './reading-order.ts';

/** Longer side in pixels of the picture in which documents are looked for. */
const LONG_SIDE = 512;
/** Score of a document below which a sheet is looked for by its lines, too. */
const DOUBTFUL = 0.9;
/** Shorter side in pixels below which a picture has no documents on a background. */
const MIN_SIDE = 40;
/** Probability, 0 to 255, from which a pixel lies in a document. */
const IN_DOCUMENT = 128;
/** Pixels in documents beside those that were found, at most, as a part of the pixels in these. */
const MAX_BESIDE = 0.6;
/** Part of a document by which it lies within another; part of that which the documents within it cover to take its place. */
const WITHIN = 0.8;
const TILED = 0.85;
/** Part of the smaller one by which documents that two searches find may overlap. */
const MAX_OVERLAP = 0.15;

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
  const documents = joined(documentsByNetwork(small), documentsByGrey(small));
  return inReadingOrder(documents).map((corners) => asParts(corners, small));
}

/** Finds the documents whose edges the network sees; none where as much again lies in documents: they are parts of a page. */
function documentsByNetwork(small: RasterImage): Quadrilateral[] {
  const maps = loadEdgeNetwork().mapsOf(small);
  const documents = chooseSeenDocuments(
    candidatesInMaps(maps).flatMap((candidate) => seenDocument(candidate, maps) ?? []),
  );
  const covered = coverOf(small, documents);
  const [within, beside] = [1, 0].map((cover) =>
    maps.inside.reduce((sum, value, at) => sum + (value >= IN_DOCUMENT && covered[at] === cover ? 1 : 0), 0),
  );
  return (beside ?? 0) > MAX_BESIDE * (within ?? 0) ? [] : documents.map(({ corners }) => corners);
}

/**
 * The documents that either search finds: those of the network, or the ones of the other search that such a one consists of,
 * and the others beside them.
 */
function joined(byNetwork: readonly Quadrilateral[], byGrey: readonly Quadrilateral[]): Quadrilateral[] {
  const taken = byNetwork.flatMap((document) => {
    const parts = byGrey.filter((part) => sharedArea(part, document) > WITHIN * areaOfPolygon(part));
    const covered = parts.reduce((sum, part) => sum + sharedArea(part, document), 0);
    return parts.length >= 2 && covered >= TILED * areaOfPolygon(document) ? parts : [document];
  });
  const isBeside = (document: Quadrilateral) =>
    taken.every(
      (other) => sharedArea(document, other) <= MAX_OVERLAP * Math.min(areaOfPolygon(document), areaOfPolygon(other)),
    );
  return [...taken, ...byGrey.filter(isBeside)];
}

/** Finds the regions that stand out from what is around them, by their grey. */
function documentsByGrey(small: RasterImage): Quadrilateral[] {
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
  return documents.map(({ corners }) => corners);
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
