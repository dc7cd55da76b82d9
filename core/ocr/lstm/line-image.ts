/**
 * Prepares the image of a text line as for the training of Tesseract's networks: cropped, scaled to the network's
 * height, slightly sharpened, and its contrast stretched from the line's black to its white. All numbers are those of
 * Tesseract and leptonica (pixScale), because the networks were trained on their output.
 */
import type { RasterImage } from '../raster-image.ts';

export interface Box {
  /** Edges in pixels; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A grey image of a line; size in pixels. */
export interface LineImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Scale below which areas are averaged instead of points interpolated, and scale from which the result is not
 * sharpened.
 */
const AVERAGE_BELOW = 0.7;
const SHARPEN_BELOW = 1.4;
/** Scale up to which an averaged image is not sharpened. */
const NO_SHARPENING_BELOW = 0.2;

/** Crops a grey image and scales the crop to `height` pixels; null if the crop is empty. */
export function cropAndScale(image: RasterImage, box: Box, height: number): LineImage | null {
  const part = crop(image, box);
  if (part.width < 1 || part.height < 1) return null;
  const scale = Math.fround(height / part.height);
  if (scale === 1) return part;
  const width = Math.trunc(scale * part.width + 0.5);
  if (width < 1) return null;
  if (scale < AVERAGE_BELOW) {
    const small = averageAreas(part, width, height);
    return scale > NO_SHARPENING_BELOW ? sharpen(small, 1, 0.2) : small;
  }
  const scaled = interpolate(part, width, height);
  return scale < SHARPEN_BELOW ? sharpen(scaled, 2, 0.4) : scaled;
}

/** Cuts a box out of a grey image, clipped to it. */
export function crop(image: RasterImage, box: Box): LineImage {
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.max(0, Math.min(image.width, box.right) - left);
  const height = Math.max(0, Math.min(image.height, box.bottom) - top);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * image.width + left;
    data.set(image.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}

/** Bilinear interpolation in sixteenths of a pixel. */
function interpolate({ width, height, data }: LineImage, toWidth: number, toHeight: number): LineImage {
  const result = new Uint8Array(toWidth * toHeight);
  const xStep = Math.fround((16 * width) / toWidth);
  const yStep = Math.fround((16 * height) / toHeight);
  const columns = Int32Array.from({ length: toWidth }, (_, x) => Math.fround(xStep * x));
  // The two source rows around a target row, interpolated horizontally; most serve several target rows.
  let upper = new Int32Array(toWidth);
  let lower = new Int32Array(toWidth);
  let [upperRow, lowerRow] = [-1, -1];
  for (let y = 0; y < toHeight; y += 1) {
    const at = Math.trunc(Math.fround(yStep * y));
    const down = at & 15;
    const row = at >> 4;
    const next = Math.min(row + 1, height - 1);
    if (row === lowerRow) {
      [upper, lower] = [lower, upper];
      [upperRow, lowerRow] = [lowerRow, -1];
    }
    if (row !== upperRow) interpolateRow(data, row * width, width, columns, upper);
    if (next !== lowerRow) interpolateRow(data, next * width, width, columns, lower);
    [upperRow, lowerRow] = [row, next];
    const to = y * toWidth;
    for (let x = 0; x < toWidth; x += 1)
      result[to + x] = ((16 - down) * (upper[x] ?? 0) + down * (lower[x] ?? 0) + 128) >> 8;
  }
  return { width: toWidth, height: toHeight, data: result };
}

/** @param columns positions in sixteenths of a pixel @param to sixteen times the grey at each of them */
function interpolateRow(data: Uint8Array, from: number, width: number, columns: Int32Array, to: Int32Array): void {
  for (let x = 0; x < to.length; x += 1) {
    const column = columns[x] ?? 0;
    const right = column & 15;
    const left = column >> 4;
    const next = left + 1 < width ? left + 1 : left;
    to[x] = (16 - right) * (data[from + left] ?? 0) + right * (data[from + next] ?? 0);
  }
}

/**
 * The source pixels of one target pixel in one dimension: the first, the last, and the sixteenths of both that it
 * covers.
 */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly ofFirst: number;
  readonly ofLast: number;
}

function spans(from: number, to: number): Span[] {
  const step = Math.fround((16 * from) / to);
  return Array.from({ length: to }, (_, index) => {
    const begin = Math.trunc(step * index);
    const end = Math.trunc(step * (index + 1));
    return { first: begin >> 4, last: end >> 4, ofFirst: 16 - (begin & 15), ofLast: end & 15 };
  });
}

/** Area averaging: each target pixel is the mean of the source pixels that it covers. */
function averageAreas({ width, height, data }: LineImage, toWidth: number, toHeight: number): LineImage {
  const result = new Uint8Array(toWidth * toHeight);
  const columns = spans(width, toWidth);
  for (const [y, row] of spans(height, toHeight).entries()) {
    for (const [x, column] of columns.entries()) {
      // At the right and lower edge leptonica uses the source pixel without averaging.
      const mean =
        column.last > width - 2 || row.last > height - 2
          ? data[row.first * width + column.first]
          : meanOf(data, width, column, row);
      result[y * toWidth + x] = mean ?? 0;
    }
  }
  return { width: toWidth, height: toHeight, data: result };
}

function meanOf(data: Uint8Array, width: number, column: Span, row: Span): number {
  let sum = 0;
  let area = 0;
  for (let y = row.first; y <= row.last; y += 1) {
    const tall = share(row, y);
    for (let x = column.first; x <= column.last; x += 1) {
      const weight = tall * share(column, x);
      sum += weight * (data[y * width + x] ?? 0);
      area += weight;
    }
  }
  return Math.trunc((sum + 128) / area);
}

function share(span: Span, at: number): number {
  if (at === span.first) return span.ofFirst;
  return at === span.last ? span.ofLast : 16;
}

/**
 * Unsharp masking: adds `fraction` of the difference between a pixel and the mean of its neighbourhood of `reach`
 * pixels to either side. A margin of `reach` pixels is not changed.
 */
function sharpen(image: LineImage, reach: number, fraction: number): LineImage {
  const { width, height, data } = image;
  const result = data.slice();
  const norm = 1 / (2 * reach + 1) ** 2;
  const columnSums = new Int32Array(width);
  for (let row = 0; row < Math.min(2 * reach, height); row += 1)
    for (let x = 0, at = row * width; x < width; x += 1, at += 1)
      columnSums[x] = (columnSums[x] ?? 0) + (data[at] ?? 0);
  for (let y = reach; y < height - reach; y += 1) {
    const entering = (y + reach) * width;
    for (let x = 0; x < width; x += 1) columnSums[x] = (columnSums[x] ?? 0) + (data[entering + x] ?? 0);
    let sum = 0;
    for (let x = 0; x < 2 * reach; x += 1) sum += columnSums[x] ?? 0;
    for (let x = reach, at = y * width + reach; x < width - reach; x += 1, at += 1) {
      sum += columnSums[x + reach] ?? 0;
      const grey = data[at] ?? 0;
      // Negative values are rounded towards 0, which is black.
      const sharp = (grey + fraction * (grey - norm * sum) + 0.5) | 0;
      result[at] = sharp < 0 ? 0 : sharp > 255 ? 255 : sharp;
      sum -= columnSums[x - reach] ?? 0;
    }
    const leaving = (y - reach) * width;
    for (let x = 0; x < width; x += 1) columnSums[x] = (columnSums[x] ?? 0) - (data[leaving + x] ?? 0);
  }
  return { width, height, data: result };
}

/** Converts a line to the input of the network: −127 for the line's black to 127 for its white. */
export function normaliseLine(line: LineImage): Int8Array {
  const { black, white } = findBlackAndWhite(line);
  const contrast = Math.fround((white - black) / 2) > 0 ? Math.fround((white - black) / 2) : 1;
  const table = Int8Array.from({ length: 256 }, (_, grey) => {
    const value = 128 * (Math.fround((grey - black) / contrast) - 1);
    const whole = value >= 0 ? Math.floor(value + 0.5) : -Math.floor(0.5 - value);
    return Math.max(-127, Math.min(127, whole));
  });
  const result = new Int8Array(line.data.length);
  for (let at = 0; at < result.length; at += 1) result[at] = table[line.data[at] ?? 0] ?? 0;
  return result;
}

/** Inverts a line: black on white becomes white on black. */
export function invertLine(line: LineImage): LineImage {
  return { ...line, data: line.data.map((grey) => 255 - grey) };
}

/**
 * Estimates the greys of ink and paper from the middle row of a line, which crosses strokes and paper: black is the
 * first quartile of its local minima, white the third quartile of its local maxima.
 */
export function findBlackAndWhite({ width, height, data }: LineImage): { black: number; white: number } {
  const valleys = new Int32Array(256);
  const peaks = new Int32Array(256);
  const row = data.subarray(Math.trunc(height / 2) * width, (Math.trunc(height / 2) + 1) * width);
  let [valleyCount, peakCount] = [0, 0];
  for (let x = 1; x + 1 < width; x += 1) {
    const before = row[x - 1] ?? 0;
    const grey = row[x] ?? 0;
    const after = row[x + 1] ?? 0;
    if ((grey < before && grey <= after) || (grey <= before && grey < after)) valleyCount += count(valleys, grey);
    if ((grey > before && grey >= after) || (grey >= before && grey > after)) peakCount += count(peaks, grey);
  }
  return {
    black: valleyCount === 0 ? percentile(Int32Array.of(1), 1, 0.25) : percentile(valleys, valleyCount, 0.25),
    white: peakCount === 0 ? 256 : percentile(peaks, peakCount, 0.75),
  };
}

function count(histogram: Int32Array, value: number): number {
  histogram[value] = (histogram[value] ?? 0) + 1;
  return 1;
}

/** The value below which the fraction `part` of the counts lies, interpolated between integers. */
function percentile(histogram: Int32Array, total: number, part: number): number {
  const target = Math.max(1, Math.min(total, part * total));
  let sum = 0;
  for (const [value, counted] of histogram.entries()) {
    sum += counted;
    if (sum >= target) return value + 1 - (sum - target) / counted;
  }
  return histogram.length;
}
