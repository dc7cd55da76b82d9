/** Documents whose edges the network sees. */
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';
import { isDrawn } from '../drawn-picture.ts';
import { coverOf } from '../regions/outline.ts';
import { chooseSeenDocuments } from './choose-seen-documents.ts';
import { IN_DOCUMENT, loadEdgeNetwork, type DocumentMaps } from './edge-network.ts';
import { candidatesInMaps } from './map-candidates.ts';
import { seenDocument } from './seen-documents.ts';
import { takenApart } from './touching-documents.ts';

/** Part of the pixels that lie in a document, at least, where one fills the picture. */
const MIN_FILLED = 0.99;
/** Probability, 0 to 255, from which a pixel may be at an edge, and the part of such pixels on a page without edges. */
const AT_EDGE = 32;
const MAX_EDGES = 0.002;
/** Pixels in documents beside those that were found, at most, as a part of the pixels in these. */
const MAX_BESIDE = 0.6;
/** The same part from which a document may be missed. */
const MISSED_BESIDE = 0.2;

/** Documents with the maps in which they were found. */
export interface DocumentsInMaps {
  /** Their corners in pixels of the maps, in no order. */
  readonly documents: readonly Quadrilateral[];
  readonly maps: DocumentMaps;
  /** Whether much beside them lies in documents, too, though none was found there. */
  readonly areMissed: boolean;
}

/**
 * No documents where one page fills the picture, where much else lies in documents, too, or where the picture is drawn by a
 * computer: then they are parts of a page. Only of the first is the network sure.
 * @param small in grey, with sides of 40 to 512 pixels
 */
export function documentsByNetwork(small: RasterImage): DocumentsInMaps {
  const maps = loadEdgeNetwork().mapsOf(small);
  if (isFilled(maps)) return { documents: [], maps, areMissed: false };
  const documents = chooseSeenDocuments(
    candidatesInMaps(maps).flatMap((candidate) => seenDocument(candidate, maps) ?? []),
  );
  if (documents.length === 0) return { documents: [], maps, areMissed: true };
  const covered = coverOf(small, documents);
  if (isDrawn(small, covered, documents)) return { documents: [], maps, areMissed: true };
  const beside = partBeside(maps, covered);
  if (beside > MAX_BESIDE) return { documents: [], maps, areMissed: true };
  const apart = takenApart(
    documents.map(({ corners }) => corners),
    maps,
  );
  return { documents: apart, maps, areMissed: beside > MISSED_BESIDE };
}

/** Whether nearly all lies in a document, and no edge of one is seen: a page that is scanned from edge to edge. */
function isFilled({ inside, edge }: DocumentMaps): boolean {
  let [within, edges] = [0, 0];
  for (let at = 0; at < inside.length; at += 1) {
    if ((inside[at] ?? 0) >= IN_DOCUMENT) within += 1;
    if ((edge[at] ?? 0) >= AT_EDGE) edges += 1;
  }
  return within >= MIN_FILLED * inside.length && edges <= MAX_EDGES * inside.length;
}

/** Pixels in documents outside of those that were found, as a part of the pixels in these. */
function partBeside({ inside }: DocumentMaps, covered: Uint8Array): number {
  let [beside, within] = [0, 0];
  for (let at = 0; at < inside.length; at += 1) {
    if ((inside[at] ?? 0) < IN_DOCUMENT) continue;
    if (covered[at] === 1) within += 1;
    else beside += 1;
  }
  return beside / within;
}
