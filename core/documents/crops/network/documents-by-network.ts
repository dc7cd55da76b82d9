/** Documents whose edges the network sees. */
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';
import { isDrawn } from '../drawn-picture.ts';
import { coverOf } from '../regions/outline.ts';
import { chooseSeenDocuments } from './choose-seen-documents.ts';
import { loadEdgeNetwork, type DocumentMaps } from './edge-network.ts';
import { candidatesInMaps } from './map-candidates.ts';
import { seenDocument } from './seen-documents.ts';

/** Probability, 0 to 255, from which a pixel lies in a document. */
const IN_DOCUMENT = 128;
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
 * No documents where much else lies in documents, too, or the picture is drawn by a computer: then they are parts of a
 * page.
 * @param small in grey, with sides of 40 to 512 pixels
 */
export function documentsByNetwork(small: RasterImage): DocumentsInMaps {
  const maps = loadEdgeNetwork().mapsOf(small);
  const documents = chooseSeenDocuments(
    candidatesInMaps(maps).flatMap((candidate) => seenDocument(candidate, maps) ?? []),
  );
  if (documents.length === 0) return { documents: [], maps, areMissed: true };
  const covered = coverOf(small, documents);
  if (isDrawn(small, covered, documents)) return { documents: [], maps, areMissed: true };
  const beside = partBeside(maps, covered);
  if (beside > MAX_BESIDE) return { documents: [], maps, areMissed: true };
  return { documents: documents.map(({ corners }) => corners), maps, areMissed: beside > MISSED_BESIDE };
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
