/** Draws maps as the network would give them for documents at known places. */
import type { DocumentMaps } from '../../../../../core/documents/crops/network/edge-network.ts';
import type { Quadrilateral } from '../../../../../core/documents/sheets/quadrilateral.ts';

export interface MapBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const MAP_WIDTH = 300;
export const MAP_HEIGHT = 240;
/** Pixels on either side of a side that are near the edge. */
const NEAR = 2;

/** Pixels of a box lie in a document, and those near its sides at an edge, with these probabilities, 0 to 255. */
export function drawMaps(boxes: readonly MapBox[], { edge = 250, inside = 250 } = {}): DocumentMaps {
  const maps = {
    width: MAP_WIDTH,
    height: MAP_HEIGHT,
    inside: new Uint8Array(MAP_WIDTH * MAP_HEIGHT),
    edge: new Uint8Array(MAP_WIDTH * MAP_HEIGHT),
  };
  for (const { left, top, right, bottom } of boxes)
    for (let y = top - NEAR; y < bottom + NEAR; y += 1)
      for (let x = left - NEAR; x < right + NEAR; x += 1) {
        const within = Math.min(x - left, right - 1 - x, y - top, bottom - 1 - y);
        const at = y * MAP_WIDTH + x;
        if (within >= 0) maps.inside[at] = inside;
        if (within < NEAR) maps.edge[at] = Math.max(maps.edge[at] ?? 0, edge);
      }
  return maps;
}

/** A line of edges across a box, such as a fold, with this probability. */
export function drawFold(maps: DocumentMaps, { left, right }: MapBox, y: number, edge: number): void {
  for (let row = y - NEAR; row < y + NEAR; row += 1)
    maps.edge.fill(edge, row * maps.width + left + NEAR, row * maps.width + right - NEAR);
}

/** The corners of a box: its sides run between pixels. */
export const cornersOfBox = ({ left, top, right, bottom }: MapBox): Quadrilateral => [
  { x: left - 0.5, y: top - 0.5 },
  { x: right - 0.5, y: top - 0.5 },
  { x: right - 0.5, y: bottom - 0.5 },
  { x: left - 0.5, y: bottom - 0.5 },
];
