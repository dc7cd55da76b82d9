/** Rows of one sign, such as the dashes, stars and double lines that part a receipt. */
import { crop } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { unite } from './page-layout.ts';

/** Longest period of a row, in multiples of its height. */
const MAX_PERIOD = 2;
const MIN_PERIOD = 3;
/**
 * Width in multiples of its height, repetition, and confidence below which a line is such a row. Rows of stars, plus signs and
 * dashes of receipts have repetitions of 0.9 to 0.99, leader dots 0.83, words at most 0.81.
 */
const MIN_WIDTH = 6;
const MIN_REPETITION = 0.88;
const CONFIDENCE_BELOW = 70;

/** Whether a line is a row of one sign that was read as words. @param image  that it was read on */
export function isRowOfOneSign(image: RasterImage, line: LineReading): boolean {
  const { rotation, words } = line.segment;
  if (rotation !== 0 || words.length === 0 || lineConfidence(line) >= CONFIDENCE_BELOW) return false;
  const box = unite(words);
  if (box.right - box.left < MIN_WIDTH * (box.bottom - box.top)) return false;
  return repetitionOf({ ...crop(image, box), channels: 1 }) >= MIN_REPETITION;
}

/**
 * How alike the ink of a line is to itself one period further on: the largest autocorrelation of the ink of its columns, up
 * to 1. @param line  in grey, dark on light
 */
export function repetitionOf(line: RasterImage): number {
  const profile = inkOfColumns(line);
  const energy = new Float64Array(line.width + 1);
  for (let x = 0; x < line.width; x += 1) energy[x + 1] = (energy[x] ?? 0) + (profile[x] ?? 0) ** 2;
  let largest = 0;
  for (let lag = MIN_PERIOD; lag <= Math.min(line.width / 3, MAX_PERIOD * line.height); lag += 1)
    largest = Math.max(largest, autocorrelation(profile, energy, lag));
  return largest;
}

/** The ink of each column less the mean of all columns. */
function inkOfColumns({ width, height, data }: RasterImage): Float64Array {
  const profile = new Float64Array(width);
  for (let row = 0; row < height; row += 1)
    for (let x = 0; x < width; x += 1) profile[x] = (profile[x] ?? 0) - (data[row * width + x] ?? 0);
  const mean = profile.reduce((sum, value) => sum + value, 0) / width;
  return profile.map((value) => value - mean);
}

/** From −1 to 1. @param energy  sums of the squares of the values before each place */
function autocorrelation(profile: Float64Array, energy: Float64Array, lag: number): number {
  const { length } = profile;
  const before = energy[length - lag] ?? 0;
  const after = (energy[length] ?? 0) - (energy[lag] ?? 0);
  if (before <= 0 || after <= 0) return 0;
  // Two sums, because each addition waits for the one before it.
  let [even, odd] = [0, 0];
  let x = lag;
  for (; x + 1 < length; x += 2) {
    even += (profile[x - lag] ?? 0) * (profile[x] ?? 0);
    odd += (profile[x + 1 - lag] ?? 0) * (profile[x + 1] ?? 0);
  }
  if (x < length) even += (profile[x - lag] ?? 0) * (profile[x] ?? 0);
  return (even + odd) / Math.sqrt(before * after);
}
