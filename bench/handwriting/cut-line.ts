/** Cuts a known line out of a page: along its slant, and without the parts of its neighbours beside its outline. */
import type { Point } from '../../core/documents/sheets/quadrilateral.ts';
import { crop } from '../../core/ocr/lstm/line-image.ts';
import { boxAlong, cutOut, type SlantedBox } from '../../core/ocr/ppocr/slanted-box.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import { boxOf } from './known-lines.ts';
import { extentAt } from './line-extent.ts';

/** Pixels by which ink may reach beyond the outline, which transcribers draw or correct by hand. */
const SLACK = 2;
/** Margin around the line, as a multiple of its height. */
const MARGIN = 0.1;
/** Part of the grey values that are darker than the paper. */
const DARKER_THAN_PAPER = 0.75;

/** @param page in grey @param outline in its pixels */
export function cutLine(page: RasterImage, outline: readonly Point[]): RasterImage {
  const box = boxOf(outline);
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  const inBox = { ...crop(page, box), channels: 1 } as const;
  const moved = outline.map(({ x, y }) => ({ x: x - left, y: y - top }));
  return cutOut(withoutNeighbours(inBox, moved), lineBox(moved, inBox.width));
}

/** The image with paper in the place of all that lies beside the outline. */
function withoutNeighbours({ width, height, channels, data }: RasterImage, outline: readonly Point[]): RasterImage {
  const kept = new Uint8Array(width * height).fill(paperOf(data));
  for (let x = 0; x < width; x += 1) {
    const extent = extentAt(outline, x + 0.5);
    if (extent === null) continue;
    const last = Math.min(height - 1, Math.floor(extent.bottom + SLACK));
    for (let y = Math.max(0, Math.ceil(extent.top - SLACK)); y <= last; y += 1)
      kept[y * width + x] = data[y * width + x] ?? 0;
  }
  return { width, height, channels, data: kept };
}

const paperOf = (greys: RasterImage['data']): number =>
  [...greys].toSorted((a, b) => a - b)[Math.floor(DARKER_THAN_PAPER * greys.length)] ?? 0;

/** The box along the straight line that is nearest to the middles of the outline's columns, with the margin. */
function lineBox(outline: readonly Point[], width: number): SlantedBox {
  const extents = Array.from({ length: width }, (_, x) => extentAt(outline, x + 0.5));
  const middles = extents.flatMap((extent, x) =>
    extent === null ? [] : [{ x: x + 0.5, y: (extent.top + extent.bottom) / 2 }],
  );
  const mean = (of: (point: Point) => number) =>
    middles.reduce((sum, point) => sum + of(point), 0) / Math.max(1, middles.length);
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  const slope = spread === 0 ? 0 : mean((point) => (point.x - x) * (point.y - y)) / spread;
  const angle = Math.max(-Math.PI / 4, Math.min(Math.PI / 4, Math.atan(slope)));
  const box = boxAlong(outline, angle);
  const margin = 2 * MARGIN * box.height;
  return { ...box, width: box.width + margin, height: box.height + margin };
}
