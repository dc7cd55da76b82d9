/** Documents on a lid as white as they are: some of them have no visible edge. */
import { medianOf } from '../../ocr/median.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Document } from './choose-documents.ts';
import { sharedArea } from './regions/overlap.ts';
import { areaOfPolygon, coverOf } from './regions/outline.ts';
import { printBlocks } from './print-blocks.ts';

/** Part of the picture outside the documents with the contrast of print, at most, where paper and background are alike. */
const MAX_INK = 0.001;
/** Grey levels over two pixels from which a gradient is one of print. */
const PRINT = 14;
/** Degrees by which the skews of several sheets differ; the boxes of one page have the same. */
const SEVERAL_SKEWS = 1;
/** Documents with visible edges from which there may be others without. */
const MIN_SEVERAL = 2;
/** Part of a document's area that a block of print may overlap: their margins meet. */
const MAX_OVERLAP = 0.02;
/** Pixels beside a document within which print is its own, and how many of it count. */
const BESIDE = 12;
const MIN_BESIDE = 3;

/**
 * Returns the documents on a lid that is about as bright as the paper, on which nothing is printed. Where something is, it
 * is print of sheets whose edges are not seen, if the documents are clearly several: they have different skews, which the
 * boxes of one page have not. These sheets are returned with them; none where all of it may be one page.
 */
export function onLid(smoothed: RasterImage, documents: readonly Document[]): readonly Document[] {
  const ink = inkOutside(smoothed, documents);
  if (ink.count <= MAX_INK * smoothed.data.length) return documents;
  if (skewsOf(documents) < SEVERAL_SKEWS) return [];
  const grown = documents.map((document) => grownOver(ink.places, document, smoothed.width));
  return withBlocks(smoothed, grown, inkOutside(smoothed, grown));
}

/**
 * The documents and the blocks of print beside them. A document that overlaps a block did not hold all of its print, and
 * becomes part of the block; none where blocks are as many as documents, or overlap still.
 */
function withBlocks(smoothed: RasterImage, documents: readonly Document[], ink: Ink, rounds = 3): readonly Document[] {
  const [model] = documents;
  if (model === undefined || documents.length < MIN_SEVERAL || rounds === 0) return [];
  if (ink.count <= MAX_INK * smoothed.data.length) return documents;
  const areas = documents.map(({ area }) => area);
  const blocks = printBlocks(ink.places, smoothed, medianOf(areas) ?? 0);
  if (2 * blocks.length > documents.length + 1) return [];
  const apart = documents.filter(({ corners, area }) =>
    blocks.every((block) => sharedArea(block, corners) <= MAX_OVERLAP * area),
  );
  if (apart.length < documents.length) return withBlocks(smoothed, apart, inkOutside(smoothed, apart), rounds - 1);
  const areApart = blocks.every((one, at) =>
    blocks.slice(at + 1).every((other) => sharedArea(one, other) <= MAX_OVERLAP * areaOfPolygon(one)),
  );
  return areApart ? [...documents, ...blocks.map((corners) => ({ ...model, corners }))] : [];
}

/** A document whose sides are moved outward to hold the print just beside them. */
function grownOver(places: Uint8Array, document: Document, width: number): Document {
  const { corners } = document;
  const height = places.length / width;
  const sides = corners.map((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
    return { from, outward: { x: (to.y - from.y) / length, y: -(to.x - from.x) / length }, by: 0, count: 0 };
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const within = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.round(value)));
  for (let y = within(Math.min(...ys) - BESIDE, height); y <= within(Math.max(...ys) + BESIDE, height); y += 1)
    for (let x = within(Math.min(...xs) - BESIDE, width); x <= within(Math.max(...xs) + BESIDE, width); x += 1) {
      if (places[y * width + x] !== 1) continue;
      const beyond = sides.map(({ from, outward }) => (x - from.x) * outward.x + (y - from.y) * outward.y);
      const most = Math.max(...beyond);
      const side = sides[beyond.indexOf(most)];
      if (side === undefined || most > BESIDE) continue;
      side.by = Math.max(side.by, most + 1);
      side.count += 1;
    }
  const grown = corners.map((corner, at) =>
    [sides[at], sides[(at + 3) % 4]].reduce(
      ({ x, y }, side) =>
        side === undefined || side.count < MIN_BESIDE
          ? { x, y }
          : { x: x + side.by * side.outward.x, y: y + side.by * side.outward.y },
      corner,
    ),
  );
  const [a, b, c, d] = grown;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return document;
  return { ...document, corners: [a, b, c, d], area: areaOfPolygon(grown) };
}

/** Degrees by which the skews of documents differ, at most. */
function skewsOf(documents: readonly Document[]): number {
  const skews = documents.map(({ corners: [a, b] }) => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI);
  return Math.max(...skews) - Math.min(...skews);
}

interface Ink {
  /** For each pixel whether it lies outside and has the contrast of print. */
  readonly places: Uint8Array;
  readonly count: number;
}

/** Pixels outside the documents, two pixels from the border of the picture or more, with a gradient as steep as that of print. */
function inkOutside(smoothed: RasterImage, documents: readonly Document[]): Ink {
  const { width, height, data } = smoothed;
  const covered = coverOf(smoothed, documents);
  const margin = 2;
  const places = new Uint8Array(width * height);
  let count = 0;
  for (let y = margin; y < height - margin; y += 1)
    for (let x = margin; x < width - margin; x += 1) {
      const at = y * width + x;
      if (covered[at] === 1) continue;
      const across = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
      const down = Math.abs((data[at + width] ?? 0) - (data[at - width] ?? 0));
      if (across + down < PRINT) continue;
      places[at] = 1;
      count += 1;
    }
  return { places, count };
}
