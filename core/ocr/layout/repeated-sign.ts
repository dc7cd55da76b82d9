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
export function repetitionOf({ width, height, data }: RasterImage): number {
  const profile = new Float64Array(width);
  for (let row = 0; row < height; row += 1)
    for (let x = 0; x < width; x += 1) profile[x] = (profile[x] ?? 0) - (data[row * width + x] ?? 0);
  const mean = profile.reduce((sum, value) => sum + value, 0) / width;
  for (let x = 0; x < width; x += 1) profile[x] = (profile[x] ?? 0) - mean;
  let largest = 0;
  for (let lag = MIN_PERIOD; lag <= Math.min(width / 3, MAX_PERIOD * height); lag += 1)
    largest = Math.max(largest, autocorrelation(profile, lag));
  return largest;
}

/** From −1 to 1. */
function autocorrelation(profile: Float64Array, lag: number): number {
  let [both, before, after] = [0, 0, 0];
  for (let x = lag; x < profile.length; x += 1) {
    const [one, other] = [profile[x - lag] ?? 0, profile[x] ?? 0];
    both += one * other;
    before += one * one;
    after += other * other;
  }
  return before === 0 || after === 0 ? 0 : both / Math.sqrt(before * after);
}
