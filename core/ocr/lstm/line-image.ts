/**
 * Prepares the image of a text line as for the training of Tesseract's networks: cropped, scaled to the network's
 * height, slightly sharpened, and its contrast stretched from the line's black to its white. All numbers are those of
 * Tesseract and leptonica (pixScale), because the networks were trained on their output.
 */
import { averageAreas, interpolate, sharpen } from '../pixels/pixel-kernel.ts';
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
    const small = { width, height, data: averageAreas(part, { width, height }) };
    return scale > NO_SHARPENING_BELOW ? { ...small, data: sharpen(small, 1, 0.2) } : small;
  }
  const scaled = { width, height, data: interpolate(part, { width, height }) };
  return scale < SHARPEN_BELOW ? { ...scaled, data: sharpen(scaled, 2, 0.4) } : scaled;
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
  for (let value = 0; value < histogram.length; value += 1) {
    const counted = histogram[value] ?? 0;
    sum += counted;
    if (sum >= target) return value + 1 - (sum - target) / counted;
  }
  return histogram.length;
}
