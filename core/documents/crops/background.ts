/** Whether what lies around the documents found on a page is a background, and not the rest of the page. */
import { countOnes } from '../../ocr/layout/ink-mask.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import { brightIslands } from './bright-islands.ts';
import type { Document } from './choose-documents.ts';
import { isDrawn, isUpright } from './drawn-picture.ts';
import { onLid } from './lid.ts';
import { coverOf } from './regions/outline.ts';

/** Grey levels between paper and background from which the background is clearly another material. */
const CLEAR_STEP = 28;
/** Documents stand out at least by this part of the clearest one's step. */
const CLEAR_PART = 0.2;
/** Part of the way from the background's grey to the paper's from which a pixel is as bright as paper. */
const BRIGHT_PART = 0.65;
/** Area outside that is as bright as the paper, at most, as a part of the documents' area. */
const MAX_BRIGHT = 0.25;
/** Part of the picture that all documents cover, at least. */
const MIN_COVERED = 0.04;

/**
 * Returns the documents that lie on a background; none where what surrounds them is the rest of a page, whose boxes, cells
 * and figures they are. Where some stand out clearly, those that hardly do are patches of the background.
 * @param picture as it is
 * @param smoothed the same, smoothed
 */
export function onBackground(
  picture: RasterImage,
  smoothed: RasterImage,
  documents: readonly Document[],
): readonly Document[] {
  const clearest = Math.max(0, ...documents.map(({ step }) => step));
  if (clearest < CLEAR_STEP) {
    const areSheets = areaOf(documents) >= MIN_COVERED * picture.data.length && !documents.every(isUpright);
    return areSheets ? onLid(smoothed, documents) : [];
  }
  const clear = documents.filter(({ step }) => step >= CLEAR_PART * clearest);
  return onClearBackground(picture, smoothed, clear);
}

/** The documents on a background of another material than paper: what else is as bright are things beside them, or little. */
function onClearBackground(
  picture: RasterImage,
  smoothed: RasterImage,
  documents: readonly Document[],
): readonly Document[] {
  const area = areaOf(documents);
  const [model] = documents;
  if (model === undefined || area < MIN_COVERED * picture.data.length) return [];
  const covered = coverOf(picture, documents);
  if (isDrawn(picture, covered, documents)) return [];
  const bright = brightOutside(smoothed, covered, documents);
  const most = MAX_BRIGHT * area;
  if (countOnes(bright) <= most) return documents;
  const islands = brightIslands(bright, smoothed, documents);
  if (islands === undefined) return [];
  const onIslands = coverOf(picture, islands);
  for (let at = 0; at < bright.length; at += 1) if (onIslands[at] === 1) bright[at] = 0;
  return countOnes(bright) <= most ? [...documents, ...islands.map((island) => ({ ...model, ...island }))] : [];
}

const areaOf = (documents: readonly Document[]): number => documents.reduce((sum, { area }) => sum + area, 0);

/** For each pixel whether it lies outside the documents and is as bright as the paper of the nearest one. */
function brightOutside(
  { width, height, data }: RasterImage,
  covered: Uint8Array,
  documents: readonly Document[],
): Uint8Array {
  const known = documents.map(({ corners, outside, step }) => ({
    x: corners.reduce((sum, corner) => sum + corner.x / 4, 0),
    y: corners.reduce((sum, corner) => sum + corner.y / 4, 0),
    bright: outside + BRIGHT_PART * step,
  }));
  const least = Math.min(...known.map(({ bright }) => bright));
  const bright = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const grey = data[at] ?? 0;
      if (covered[at] === 1 || grey < least) continue;
      let nearest = Infinity;
      let level = 255;
      for (const document of known) {
        const distance = (document.x - x) ** 2 + (document.y - y) ** 2;
        if (distance >= nearest) continue;
        nearest = distance;
        level = document.bright;
      }
      if (grey >= level) bright[at] = 1;
    }
  return bright;
}
