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

/**
 * Returns the grey of the paper for each pixel. Of the most frequent greys to the left and to the right, it is the one
 * that is more frequent close by: a band's paper begins where the band begins.
 * @param image a grey page with 75 pixels per inch
 */
export function findPaper(image: RasterImage): Uint8Array {
  const { width, height } = image;
  const paper = new Uint8Array(width * height);
  const strip = createStrip(width);
  for (let y = 0; y < height; y += STEP) {
    const row = paper.subarray(y * width, (y + 1) * width);
    readStrip(strip, image, Math.max(0, y - ROWS), Math.min(height, y + ROWS + STEP));
    const only = onlyPaper(strip);
    if (only === null) estimateRow(strip, row);
    else row.fill(only);
    if (y + 1 < height) paper.copyWithin((y + 1) * width, y * width, (y + 1) * width);
  }
  return paper;
}

/** The rows that the estimates of a row are made of: every second one. */
interface Strip {
  readonly width: number;
  /** Number of rows. */
  rows: number;
  /** The bins of the pixels, column by column. */
  readonly bins: Uint8Array;
  readonly histogram: Int32Array;
  /** Histograms of the columns from −FAR to NEAR, from −NEAR to NEAR, and from −NEAR to FAR. */
  readonly left: Int32Array;
  readonly close: Int32Array;
  readonly right: Int32Array;
}

const createStrip = (width: number): Strip => ({
  width,
  rows: 0,
  bins: new Uint8Array(width * Math.ceil((2 * ROWS + STEP) / STEP)),
  histogram: new Int32Array(BINS),
  left: new Int32Array(BINS),
  close: new Int32Array(BINS),
  right: new Int32Array(BINS),
});

function readStrip(strip: Strip, { data, width }: RasterImage, top: number, bottom: number): void {
  const { bins, histogram } = strip;
  const rows = Math.ceil((bottom - top) / STEP);
  strip.rows = rows;
  histogram.fill(0);
  for (let row = 0; row < rows; row += 1) {
    const from = (top + row * STEP) * width;
    for (let x = 0, to = row; x < width; x += 1, to += rows) {
      const bin = ((data[from + x] ?? 0) >> BIN_BITS) + 1;
      bins[to] = bin;
      histogram[bin] = (histogram[bin] ?? 0) + 1;
    }
  }
}

/** Part of a strip's pixels that its paper has at least, and that a second paper would have, if it has only one. */
const MOSTLY = 0.7;
const SECOND = 0.05;

/** The grey of the paper of a strip that has only one; null if it may have several. */
function onlyPaper({ histogram, width, rows }: Strip): number | null {
  const pixels = width * rows;
  const paper = mode(histogram);
  if (withNeighbours(histogram, paper) < MOSTLY * pixels) return null;
  for (let bin = 1; bin < BINS - 1; bin += 1)
    if (Math.abs(bin - paper) > 1 && (histogram[bin] ?? 0) > SECOND * pixels) return null;
  return meanGrey(histogram, paper);
}

function estimateRow(strip: Strip, row: Uint8Array): void {
  const { width, left, close, right } = strip;
  for (const histogram of [left, close, right]) histogram.fill(0);
  count(strip, 0, NEAR, left, 1);
  count(strip, 0, NEAR, close, 1);
  count(strip, 0, FAR, right, 1);
  for (let x = 0; x < width; x += STEP) {
    row.fill(paperAt(strip, x), x, x + STEP);
    count(strip, x + NEAR, x + NEAR + STEP, left, 1);
    count(strip, x - FAR, x - FAR + STEP, left, -1);
    count(strip, x + NEAR, x + NEAR + STEP, close, 1);
    count(strip, x - NEAR, x - NEAR + STEP, close, -1);
    count(strip, x + FAR, x + FAR + STEP, right, 1);
    count(strip, x - NEAR, x - NEAR + STEP, right, -1);
  }
}

/** Adds columns to a histogram, or takes them out. Columns outside the image are none. */
function count({ width, rows, bins }: Strip, from: number, to: number, histogram: Int32Array, by: 1 | -1): void {
  const end = Math.min(width, to) * rows;
  for (let at = Math.max(0, from) * rows; at < end; at += 1) {
    const bin = bins[at] ?? 0;
    histogram[bin] = (histogram[bin] ?? 0) + by;
  }
}

function paperAt(strip: Strip, x: number): number {
  const { close } = strip;
  const left = mode(strip.left);
  const right = mode(strip.right);
  if (left === right) return meanGrey(close, left);
  const most = MOSTLY * (Math.min(strip.width, x + HERE) - Math.max(0, x - HERE)) * strip.rows;
  if (countHere(strip, x, left) >= most) return meanGrey(close, left);
  if (countHere(strip, x, right) >= most) return meanGrey(close, right);
  return meanGrey(close, withNeighbours(close, left) > withNeighbours(close, right) ? left : right);
}

/** Number of pixels of a bin and its neighbours in the columns from −HERE to HERE. */
function countHere({ width, rows, bins }: Strip, x: number, bin: number): number {
  let pixels = 0;
  const end = Math.min(width, x + HERE) * rows;
  for (let at = Math.max(0, x - HERE) * rows; at < end; at += 1) if (Math.abs((bins[at] ?? 0) - bin) <= 1) pixels += 1;
  return pixels;
}

/** The bin with the most pixels in it and, with half the weight, in its neighbours. */
function mode(histogram: Int32Array): number {
  let best = -1;
  let found = 1;
  let before = 0;
  let here = histogram[1] ?? 0;
  for (let bin = 1; bin < BINS - 1; bin += 1) {
    const next = histogram[bin + 1] ?? 0;
    const weight = before + 2 * here + next;
    if (weight > best) {
      best = weight;
      found = bin;
    }
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
