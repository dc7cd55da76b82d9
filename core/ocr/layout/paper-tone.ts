/**
 * Estimates the grey of the paper around each pixel of a page: of white paper, of a grey band behind a table row, of a
 * black box behind white letters.
 */
import type { RasterImage } from '../raster-image.ts';

/**
 * The window is wide and low, because lines of text are: a band that is barely higher than its line still fills most of
 * it. Columns and rows to each side of the pixel, in pixels at 75 per inch.
 */
const FAR = 30;
const NEAR = 8;
const HERE = 2;
const ROWS = 4;
/** Side of the squares of pixels that share an estimate. */
const STEP = 2;
/** A bin of the histograms has 8 grey levels; the noise of paper spreads over three bins. */
const BIN_BITS = 3;
const BIN_WIDTH = 2 ** BIN_BITS;
/** All bins, and an empty one at each end, so that each bin has two neighbours. */
const BINS = 256 / BIN_WIDTH + 2;
const EMPTY = new Int32Array(BINS);

/**
 * Returns the grey of the paper for each pixel. Of the most frequent greys to the left and to the right, it is the one
 * that is more frequent close by: a band's paper begins where the band begins.
 * @param image a grey page with 75 pixels per inch
 */
export function findPaper(image: RasterImage): Uint8Array {
  const { width, height } = image;
  const paper = new Uint8Array(width * height);
  const windows = {
    before: new Int32Array(BINS),
    close: new Int32Array(BINS),
    after: new Int32Array(BINS),
    here: new Int32Array(BINS),
  };
  for (let y = 0; y < height; y += STEP) {
    const row = estimateRow(image, Math.max(0, y - ROWS), Math.min(height, y + ROWS + STEP), windows);
    for (let to = y; to < Math.min(height, y + STEP); to += 1) paper.set(row, to * width);
  }
  return paper;
}

interface Windows {
  /** Histograms of the columns from −FAR to −NEAR, from −NEAR to NEAR, and from NEAR to FAR. */
  readonly before: Int32Array;
  readonly close: Int32Array;
  readonly after: Int32Array;
  /** The columns from −HERE to HERE, which are also in `close`. */
  readonly here: Int32Array;
}

function estimateRow(
  image: RasterImage,
  top: number,
  bottom: number,
  { before, close, after, here }: Windows,
): Uint8Array {
  const { width } = image;
  const row = new Uint8Array(width);
  const only = onlyPaper(image, top, bottom, close);
  if (only !== null) return row.fill(only);
  for (const histogram of [before, close, after, here]) histogram.fill(0);
  for (let x = 0; x < Math.min(NEAR, width); x += 1) count(image, x, top, bottom, close, 1);
  for (let x = NEAR; x < Math.min(FAR, width); x += 1) count(image, x, top, bottom, after, 1);
  for (let x = 0; x < Math.min(HERE, width); x += 1) count(image, x, top, bottom, here, 1);
  for (let x = 0; x < width; x += 1) {
    if (x % STEP === 0) row.fill(paperAt(before, close, after, here), x, x + STEP);
    move(image, x + FAR, top, bottom, null, after);
    move(image, x + NEAR, top, bottom, after, close);
    move(image, x - NEAR, top, bottom, close, before);
    move(image, x - FAR, top, bottom, before, null);
    move(image, x + HERE, top, bottom, null, here);
    move(image, x - HERE, top, bottom, here, null);
  }
  return row;
}

/** Part of a strip's pixels that its paper has at least, and that a second paper would have, if it has only one. */
const MOSTLY = 0.7;
const SECOND = 0.05;

/** The grey of the paper of a strip of rows that has only one; null if it may have several. */
function onlyPaper(image: RasterImage, top: number, bottom: number, histogram: Int32Array): number | null {
  histogram.fill(0);
  for (let y = top; y < bottom; y += STEP)
    for (let at = y * image.width, end = at + image.width; at < end; at += 1) {
      const bin = ((image.data[at] ?? 0) >> BIN_BITS) + 1;
      histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
  const pixels = histogram.reduce((sum, pixels) => sum + pixels, 0);
  const paper = mode(histogram, EMPTY);
  if (withNeighbours(histogram, paper) < MOSTLY * pixels) return null;
  for (let bin = 1; bin < BINS - 1; bin += 1)
    if (Math.abs(bin - paper) > 1 && (histogram[bin] ?? 0) > SECOND * pixels) return null;
  return meanGrey(histogram, paper);
}

/** Moves a column from one histogram to another. Columns outside the image are none. */
function move(
  image: RasterImage,
  x: number,
  top: number,
  bottom: number,
  from: Int32Array | null,
  to: Int32Array | null,
): void {
  if (x < 0 || x >= image.width) return;
  if (from !== null) count(image, x, top, bottom, from, -1);
  if (to !== null) count(image, x, top, bottom, to, 1);
}

function count(
  { data, width }: RasterImage,
  x: number,
  top: number,
  bottom: number,
  histogram: Int32Array,
  by: 1 | -1,
): void {
  for (let at = top * width + x, end = bottom * width; at < end; at += STEP * width) {
    const bin = ((data[at] ?? 0) >> BIN_BITS) + 1;
    histogram[bin] = (histogram[bin] ?? 0) + by;
  }
}

function paperAt(before: Int32Array, close: Int32Array, after: Int32Array, here: Int32Array): number {
  const left = mode(before, close);
  const right = mode(after, close);
  if (left === right) return meanGrey(close, left);
  const most = MOSTLY * here.reduce((sum, pixels) => sum + pixels, 0);
  if (withNeighbours(here, left) >= most) return meanGrey(close, left);
  if (withNeighbours(here, right) >= most) return meanGrey(close, right);
  return meanGrey(close, withNeighbours(close, left) > withNeighbours(close, right) ? left : right);
}

/** The bin with the most pixels of two histograms in it and, with half the weight, in its neighbours. */
function mode(a: Int32Array, b: Int32Array): number {
  let [best, found] = [-1, 1];
  let [before, here] = [0, (a[1] ?? 0) + (b[1] ?? 0)];
  for (let bin = 1; bin < BINS - 1; bin += 1) {
    const next = (a[bin + 1] ?? 0) + (b[bin + 1] ?? 0);
    const weight = before + 2 * here + next;
    if (weight > best) [best, found] = [weight, bin];
    before = here;
    here = next;
  }
  return found;
}

const withNeighbours = (histogram: Int32Array, bin: number): number =>
  (histogram[bin - 1] ?? 0) + (histogram[bin] ?? 0) + (histogram[bin + 1] ?? 0);

/** The mean grey of a bin and its neighbours, to within a quarter of a bin. */
function meanGrey(histogram: Int32Array, bin: number): number {
  const centre = (bin - 1) * BIN_WIDTH + BIN_WIDTH / 2;
  const pixels = withNeighbours(histogram, bin);
  return pixels === 0
    ? centre
    : centre + (BIN_WIDTH * ((histogram[bin + 1] ?? 0) - (histogram[bin - 1] ?? 0))) / pixels;
}
