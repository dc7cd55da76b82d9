/** What of the ink in a box goes on outside it: a word ends in its box, and a piece of an ornament or of a texture does not. */
import { histogramOf, inkLevels, otsuThreshold } from '../../grey-tones.ts';
import { clipToImage } from '../../layout/find-ink-box.ts';
import { crop, type Box } from '../../lstm/line-image.ts';
import type { RasterImage } from '../../raster-image.ts';

export interface LeavingInk {
  /** The part of the sides of the box that ink crosses: 0 to 1. */
  readonly part: number;
  /** Strokes that cross the sides, for each stretch of the sides as long as the shorter one. A rule below a word is one stroke. */
  readonly strokes: number;
}

/** Pixels beyond a side up to which ink goes on: the blur of a letter reaches one pixel. */
const BEYOND = 2;

/** @param image the page in grey */
export function leavingInk(image: RasterImage, box: Box): LeavingInk {
  const { left, top, right, bottom } = clipToImage(image, box);
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return { part: 0, strokes: 0 };
  const isInk = inkOf(image, { left, top, right, bottom });
  const crossesAbove = (at: number) => goesOn(isInk, left + at, top, 0, -1);
  const crossesBelow = (at: number) => goesOn(isInk, left + at, bottom - 1, 0, 1);
  const crossesLeft = (at: number) => goesOn(isInk, left, top + at, -1, 0);
  const crossesRight = (at: number) => goesOn(isInk, right - 1, top + at, 1, 0);
  const sides = [
    runsAlong(width, crossesAbove),
    runsAlong(width, crossesBelow),
    runsAlong(height, crossesLeft),
    runsAlong(height, crossesRight),
  ];
  const around = 2 * (width + height);
  const sum = (value: (side: Runs) => number) => sides.reduce((all, side) => all + value(side), 0);
  return {
    part: sum(({ pixels }) => pixels) / around,
    strokes: (sum(({ count }) => count) * Math.min(width, height)) / around,
  };
}

type IsInk = (x: number, y: number) => boolean;

/** Ink by the tones in the box; nothing beyond the image is ink. */
function inkOf(image: RasterImage, box: Box): IsInk {
  const { data } = crop(image, box);
  const histogram = histogramOf(data);
  const threshold = otsuThreshold(histogram, data.length);
  const dark = histogram.subarray(0, threshold + 1).reduce((all, count) => all + count, 0);
  const levels = inkLevels(threshold, dark * 2 <= data.length);
  return (x, y) =>
    x >= 0 && y >= 0 && x < image.width && y < image.height && levels[image.data[y * image.width + x] ?? 0] === 1;
}

function goesOn(isInk: IsInk, x: number, y: number, across: number, down: number): boolean {
  for (let step = 0; step <= BEYOND; step += 1) if (!isInk(x + step * across, y + step * down)) return false;
  return true;
}

interface Runs {
  readonly count: number;
  readonly pixels: number;
}

function runsAlong(length: number, crosses: (at: number) => boolean): Runs {
  let [count, pixels] = [0, 0];
  for (let at = 0, inRun = false; at < length; at += 1) {
    const isCrossed = crosses(at);
    if (isCrossed) pixels += 1;
    if (isCrossed && !inRun) count += 1;
    inRun = isCrossed;
  }
  return { count, pixels };
}
