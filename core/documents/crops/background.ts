/** Whether what lies around the documents found on a page is a background, and not the rest of the page. */
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Quadrilateral } from '../sheets/quadrilateral.ts';
import type { Document } from './choose-documents.ts';
import { spanAt } from './outline.ts';

/** Pixels around a document that belong to neither: its edge and its shadow. */
const MARGIN = 5;
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
/** Part of the picture outside the documents with the contrast of print, at most, where paper and background are alike. */
const MAX_INK = 0.001;
/** Grey levels over two pixels from which a gradient is one of print. */
const PRINT = 14;
/** Part of the outside whose pixels equal their neighbours from which a picture is drawn by a computer. */
const MIN_FLAT = 0.97;
/** Degrees up to which a sheet is exactly upright. */
const UPRIGHT = 0.12;

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
  if (clearest < CLEAR_STEP) return isLid(picture, smoothed, documents) ? documents : [];
  const clear = documents.filter(({ step }) => step >= CLEAR_PART * clearest);
  return isClearBackground(picture, smoothed, clear) ? clear : [];
}

/** Of another material than paper: little of it is as bright. */
function isClearBackground(picture: RasterImage, smoothed: RasterImage, documents: readonly Document[]): boolean {
  const area = areaOf(documents);
  if (area < MIN_COVERED * picture.data.length) return false;
  const covered = coverOf(picture, documents);
  if (isDrawn(picture, covered, documents)) return false;
  return brightOutside(smoothed, covered, documents) <= MAX_BRIGHT * area;
}

/** A lid that is about as bright as the paper: nothing is printed on it, and not all documents are exactly upright. */
function isLid(picture: RasterImage, smoothed: RasterImage, documents: readonly Document[]): boolean {
  const pixels = picture.data.length;
  if (areaOf(documents) < MIN_COVERED * pixels || documents.every(({ corners }) => isUpright(corners))) return false;
  return inkOutside(smoothed, coverOf(picture, documents)) <= MAX_INK * pixels;
}

const areaOf = (documents: readonly Document[]): number => documents.reduce((sum, { area }) => sum + area, 0);

/** Whether the outside is of one grey and most documents are exactly upright: no scanner and no camera does that. */
function isDrawn({ width, data }: RasterImage, covered: Uint8Array, documents: readonly Document[]): boolean {
  let [flat, all] = [0, 0];
  for (let at = 1; at < data.length; at += 1) {
    if (covered[at] === 1 || covered[at - 1] === 1 || at % width === 0) continue;
    all += 1;
    if (data[at] === data[at - 1]) flat += 1;
  }
  const upright = documents.filter(({ corners }) => isUpright(corners)).length;
  return (all === 0 || flat >= MIN_FLAT * all) && 2 * upright >= documents.length;
}

function isUpright(corners: Quadrilateral): boolean {
  return corners.every((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const off = Math.abs(degrees / 90 - Math.round(degrees / 90)) * 90;
    return off <= UPRIGHT;
  });
}

/** Pixels outside the documents that are as bright as the paper of the nearest one, from every fourth row and column. */
function brightOutside(
  { width, height, data }: RasterImage,
  covered: Uint8Array,
  documents: readonly Document[],
): number {
  const known = documents.map(({ corners, outside, step }) => ({
    x: corners.reduce((sum, corner) => sum + corner.x / 4, 0),
    y: corners.reduce((sum, corner) => sum + corner.y / 4, 0),
    bright: outside + BRIGHT_PART * step,
  }));
  let bright = 0;
  for (let y = 0; y < height; y += 4)
    for (let x = 0; x < width; x += 4) {
      if (covered[y * width + x] === 1) continue;
      let [nearest, level] = [Infinity, 255];
      for (const document of known) {
        const distance = (document.x - x) ** 2 + (document.y - y) ** 2;
        if (distance < nearest) [nearest, level] = [distance, document.bright];
      }
      if ((data[y * width + x] ?? 0) >= level) bright += 16;
    }
  return bright;
}

/** Pixels outside the documents, two pixels from the border of the picture or more, with a gradient as steep as that of print. */
function inkOutside({ width, height, data }: RasterImage, covered: Uint8Array): number {
  const margin = 2;
  let ink = 0;
  for (let y = margin; y < height - margin; y += 1)
    for (let x = margin; x < width - margin; x += 1) {
      const at = y * width + x;
      if (covered[at] === 1) continue;
      const across = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
      const down = Math.abs((data[at + width] ?? 0) - (data[at - width] ?? 0));
      if (across + down >= PRINT) ink += 1;
    }
  return ink;
}

/** For each pixel whether it lies in one of the documents or within their margin. */
function coverOf({ width, height }: RasterImage, documents: readonly Document[]): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const { corners } of documents) fillQuadrilateral(covered, width, height, corners);
  return covered;
}

function fillQuadrilateral(covered: Uint8Array, width: number, height: number, corners: Quadrilateral): void {
  const ys = corners.map(({ y }) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys) - MARGIN));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys) + MARGIN));
  for (let y = top; y <= bottom; y += 1) {
    const { from, to } = spanAt(y, corners);
    const [left, right] = [Math.max(0, Math.floor(from - MARGIN)), Math.min(width - 1, Math.ceil(to + MARGIN))];
    if (left <= right) covered.fill(1, y * width + left, y * width + right + 1);
  }
}
