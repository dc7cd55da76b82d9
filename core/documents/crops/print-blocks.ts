/** Blocks of print beside the documents that were found: sheets whose edges are not seen against a lid as white as they are. */
import { convexHull } from '../../ocr/layout/convex-hull.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Point, Quadrilateral } from '../sheets/quadrilateral.ts';
import { groupsOf, smallestRectangle } from './regions/groups.ts';
import { areaOfPolygon } from './regions/outline.ts';

/** Print nearer to each other than this part of a document's size (the root of its area) belongs together. */
const SAME_BLOCK = 0.1;
/** Smallest block, as a part of the median area of a document; smaller ones are specks. */
const MIN_BLOCK = 0.02;
/** Margin around print, as a part of the block's size, where no edge is seen; how far outside an edge is looked for. */
const MARGIN = 0.06;
const EDGE_WITHIN = 0.2;
/** Mean difference in grey levels across an edge that is faint but seen. */
const FAINT_EDGE = 2.5;

/**
 * Returns the blocks of print, each with its margins: up to the faint edge on a side where there is one.
 * @param ink for each pixel whether it has the contrast of print and lies outside the documents
 * @param documentArea median area of the documents found, in pixels
 */
export function printBlocks(ink: Uint8Array, smoothed: RasterImage, documentArea: number): Quadrilateral[] {
  const size = Math.sqrt(documentArea);
  return groupsOf(ink, smoothed, SAME_BLOCK * size).flatMap((points) => {
    const hull = convexHull(points);
    const around = hull.length < 3 ? undefined : smallestRectangle(hull);
    if (around === undefined || areaOfPolygon(around) < MIN_BLOCK * documentArea) return [];
    return [withMargins(around, smoothed)];
  });
}

/** A rectangle whose sides are moved outward: to the edge that is seen there, or else by the margin. */
function withMargins(block: Quadrilateral, smoothed: RasterImage): Quadrilateral {
  const size = Math.sqrt(areaOfPolygon(block));
  const [top = 0, right = 0, bottom = 0, left = 0] = block.map((from, at) =>
    marginOf(from, block[(at + 1) % 4] ?? from, size, smoothed),
  );
  const [a, b, c, d] = block;
  const unit = (from: Point, to: Point): Point => {
    const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  };
  const [u, v] = [unit(a, b), unit(a, d)];
  const moved = ({ x, y }: Point, along: number, across: number): Point => ({
    x: Math.min(smoothed.width - 1, Math.max(0, x + along * u.x + across * v.x)),
    y: Math.min(smoothed.height - 1, Math.max(0, y + along * u.y + across * v.y)),
  });
  return [moved(a, -left, -top), moved(b, right, -top), moved(c, right, bottom), moved(d, -left, bottom)];
}

/** How far outside a side the clearest edge along it is, in pixels; the usual margin where none is seen. */
function marginOf(from: Point, to: Point, size: number, { width, height, data }: RasterImage): number {
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const outward = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  const greys: (number | undefined)[] = [];
  for (let off = 0; off <= EDGE_WITHIN * size + 2; off += 1) {
    let [sum, count] = [0, 0];
    for (let place = 0.03; place < 1; place += 0.03) {
      const x = Math.round(from.x + place * (to.x - from.x) + off * outward.x);
      const y = Math.round(from.y + place * (to.y - from.y) + off * outward.y);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      sum += data[y * width + x] ?? 0;
      count += 1;
    }
    greys.push(count < 20 ? undefined : sum / count);
  }
  let [margin, clearest] = [MARGIN * size, FAINT_EDGE];
  for (let off = 3; off < greys.length - 1; off += 1) {
    const [before, after] = [greys[off - 1], greys[off + 1]];
    if (before === undefined || after === undefined || Math.abs(after - before) <= clearest) continue;
    [margin, clearest] = [off, Math.abs(after - before)];
  }
  return margin;
}
