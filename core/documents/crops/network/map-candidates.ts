/** Regions of the network's maps that have the shape of a sheet of paper. */
import { isConvex, type Quadrilateral } from '../../sheets/quadrilateral.ts';
import { gradientsOfSmoothed, refinedBy, smooth } from '../../sheets/sheet-edges.ts';
import { candidatesIn, type Candidate } from '../candidates.ts';
import { areaOfPolygon } from '../regions/outline.ts';
import { moved } from '../regions/sides-moved.ts';
import type { DocumentMaps } from './edge-network.ts';

/** Pixels between the sides of a document and those of its core, the part that is not near its edge. */
const EDGE_WIDTH = 2.2;
/** Pixels on either side within which the edge is looked for, and its least probability, 0 to 255. */
const EDGE_REACH = 4;
const MIN_EDGE = 60;
/** Part of the area by which sides along the edge may change it. */
const MAX_CHANGE = 0.25;

/**
 * The regions with the shape of a sheet: of the cores of documents, taken apart where documents touch, and of all that lies
 * in documents, which holds a sheet together where a fold looks like an edge.
 */
export function candidatesInMaps(maps: DocumentMaps): Candidate[] {
  const grown = candidatesOf(coreOf(maps), maps, true).flatMap((candidate) => {
    const corners = moved(candidate.corners, EDGE_WIDTH);
    return corners === undefined ? [] : [{ ...candidate, corners }];
  });
  return [...grown, ...candidatesOf(maps.inside, maps, false)].map((candidate) => {
    const corners = alongEdges(candidate.corners, maps);
    return { ...candidate, corners, area: areaOfPolygon(corners) };
  });
}

/** For each pixel the probability, 0 to 255, that it lies in a document and not near its edge. */
function coreOf({ inside, edge }: DocumentMaps): Uint8Array {
  const core = new Uint8Array(inside.length);
  for (let at = 0; at < core.length; at += 1)
    core[at] = Math.round(((inside[at] ?? 0) * (255 - (edge[at] ?? 0))) / 255);
  return core;
}

function candidatesOf(data: Uint8Array, { width, height }: DocumentMaps, takesApart: boolean): Candidate[] {
  const smoothed = { width, height, channels: 1 as const, data: smooth(data, width) };
  return candidatesIn(smoothed, gradientsOfSmoothed(smoothed), true, takesApart);
}

/** The same sheet with its sides where the map shows its edge; as it is where that would be another sheet. */
export function alongEdges(
  corners: Quadrilateral,
  { width, height, edge }: DocumentMaps,
  reach = EDGE_REACH,
): Quadrilateral {
  const settled = refinedBy(corners, { width, height, across: edge, least: MIN_EDGE, reach });
  const change = areaOfPolygon(settled) / areaOfPolygon(corners) - 1;
  return isConvex(settled) && Math.abs(change) < MAX_CHANGE ? settled : corners;
}
