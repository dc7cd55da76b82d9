/** Documents whose edges the network sees. */
import type { RasterImage } from '../../../ocr/raster-image.ts';
import type { Quadrilateral } from '../../sheets/quadrilateral.ts';
import { coverOf } from '../regions/outline.ts';
import { chooseSeenDocuments } from './choose-seen-documents.ts';
import { loadEdgeNetwork } from './edge-network.ts';
import { candidatesInMaps } from './map-candidates.ts';
import { seenDocument } from './seen-documents.ts';

/** Probability, 0 to 255, from which a pixel lies in a document. */
const IN_DOCUMENT = 128;
/** Pixels in documents beside those that were found, at most, as a part of the pixels in these. */
const MAX_BESIDE = 0.6;

/**
 * None where much else lies in documents, too: then they are parts of a page.
 * @param small in grey, with sides of 40 to 512 pixels
 * @returns their corners in its pixels, in no order
 */
export function documentsByNetwork(small: RasterImage): Quadrilateral[] {
  const maps = loadEdgeNetwork().mapsOf(small);
  const documents = chooseSeenDocuments(
    candidatesInMaps(maps).flatMap((candidate) => seenDocument(candidate, maps) ?? []),
  );
  if (documents.length === 0) return [];
  const covered = coverOf(small, documents);
  const countIn = (cover: 0 | 1) =>
    maps.inside.reduce((sum, value, at) => sum + (value >= IN_DOCUMENT && covered[at] === cover ? 1 : 0), 0);
  return countIn(0) > MAX_BESIDE * countIn(1) ? [] : documents.map(({ corners }) => corners);
}
