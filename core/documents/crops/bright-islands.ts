/**
 * What is as bright as the documents and was not recognised as one: documents under a hand, or a group of them. Each is a
 * crop too, so that nothing on it is lost. The rest of a page lies around the boxes on it, and is none.
 */
import { convexHull } from '../../ocr/layout/convex-hull.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Document } from './choose-documents.ts';
import { sharedArea } from './regions/overlap.ts';
import { areaOfPolygon, sidesReached } from './regions/outline.ts';
import { groupsOf, smallestRectangle } from './regions/groups.ts';

/** Pixels by which the parts of an island are apart, at most. */
const SAME_ISLAND = 6;
/** Smallest island, as a part of the smallest document: smaller ones are not cropped. */
const MIN_ISLAND = 0.5;
/** Part of an island's or a document's area by which both may overlap. */
const MAX_OVERLAP = 0.1;
/** Pixels from the border of the picture within which an island reaches it. */
const AT_BORDER = 4;
/** Sides of the picture that an island may reach. */
const MAX_BORDERS = 1;

/** A part of the outside that is as bright as the documents. */
export interface Island {
  readonly corners: Document['corners'];
  /** Of the rectangle around it, in pixels. */
  readonly area: number;
}

/**
 * Returns the rectangles around the bright parts of the outside; undefined where one of them is not a thing beside the
 * documents but what they lie in: it reaches several sides of the picture, or around a document.
 * @param bright for each pixel whether it lies outside the documents and is as bright as their paper
 */
export function brightIslands(
  bright: Uint8Array,
  picture: RasterImage,
  documents: readonly Document[],
): readonly Island[] | undefined {
  const least = MIN_ISLAND * Math.min(...documents.map(({ area }) => area));
  const { width, height } = picture;
  const within = { left: AT_BORDER, top: AT_BORDER, right: width - AT_BORDER, bottom: height - AT_BORDER };
  const islands: Island[] = [];
  for (const points of groupsOf(bright, picture, SAME_ISLAND)) {
    const hull = convexHull(points);
    const corners = hull.length < 3 ? undefined : smallestRectangle(hull);
    if (corners === undefined) continue;
    const area = areaOfPolygon(corners);
    if (area < least) continue;
    if (sidesReached(points, within) > MAX_BORDERS) return undefined;
    const overlaps = [...documents, ...islands].some(
      (other) => sharedArea(other.corners, corners) > MAX_OVERLAP * Math.min(area, other.area),
    );
    if (overlaps) return undefined;
    islands.push({ corners, area });
  }
  return islands;
}
