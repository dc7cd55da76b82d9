/** Rows of one sign, such as the dashes, stars and double lines that part a receipt. */
import type { RasterImage } from '../raster-image.ts';

/** Longest period of a row, in multiples of its height. */
const MAX_PERIOD = 2;
const MIN_PERIOD = 3;

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
