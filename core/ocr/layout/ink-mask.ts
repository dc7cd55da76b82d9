/** Binarises a page at low resolution. Skew, orientation and text lines are found on this mask. */
import { histogramOf, otsuThreshold } from '../grey-tones.ts';
import { atLeast, differences, findPaper, halve, withoutLongRuns } from '../pixels/pixel-kernel.ts';
import type { RasterImage } from '../raster-image.ts';

/** Pixels per inch of a mask: a 10 point letter is 5 pixels high, and a page is processed in a few milliseconds. */
export const MASK_DPI = 75;
/** Minimum contrast between ink and the paper around it, of 255 levels: less is scanner noise. */
const MIN_CONTRAST = 14;
/** Contrast below which a pixel does not count for the threshold between paper and ink. */
const PAPER_BELOW = 4;
/** Side in mask pixels (4 mm) of the tiles that have a threshold of their own. */
const TILE_SIZE = 12;
/** The threshold of a tile, as a fraction of the highest contrast in it and around it. */
const OF_LOCAL_CONTRAST = 0.45;
/** Lowest threshold of a tile, as a fraction of the page's. */
const OF_PAGE_THRESHOLD = 0.25;
/** Runs of ink longer than this many mask pixels (15 mm) are rules, frames and pictures, not text. */
const MAX_STROKE_LENGTH = 45;

export interface InkMask {
  /** Size in mask pixels. */
  readonly width: number;
  readonly height: number;
  /** 1 is ink that may be text; rows from the top. */
  readonly ink: Uint8Array;
  readonly inkPixels: number;
  /** Image pixels per mask pixel, an integer. */
  readonly scale: number;
}

/** The ink mask of a page, with what it was told apart from. */
export interface PageInk extends InkMask {
  /** 1 is ink of any kind, that of rules and frames too. */
  readonly dark: Uint8Array;
  /** Grey of the paper, 0 to 255. */
  readonly paper: Uint8Array;
}

/**
 * Returns the ink of a grey page of any paper brightness; white on black becomes ink too. Rules and filled areas are
 * left out.
 * @param dpi pixels per inch of the image
 */
export function findInk(image: RasterImage, dpi: number): PageInk {
  const scale = Math.max(1, Math.round(dpi / MASK_DPI));
  const small = shrink(image, scale);
  const paper = findPaper(small);
  const contrast = differences(paper, small.data);
  const dark = separateInk(contrast, small.width, small.height);
  const ink = withoutLongRuns({ ...small, data: dark }, MAX_STROKE_LENGTH);
  return { width: small.width, height: small.height, ink, dark, paper, inkPixels: countOnes(ink), scale };
}

/**
 * Counts the ones of a mask. By index, because a callback or an iterator takes many times as long on half a million
 * pixels.
 */
export function countOnes(bits: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) count += bits[at] ?? 0;
  return count;
}

/** Exchanges the rows and columns of a mask: vertical lines become horizontal ones. */
export function transpose({ width, height, ink, inkPixels, scale }: InkMask): InkMask {
  const transposed = new Uint8Array(ink.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) transposed[x * height + y] = ink[y * width + x] ?? 0;
  }
  return { width: height, height: width, ink: transposed, inkPixels, scale };
}

/** The ink within a rectangle, given as parts of the mask's width and height: left, top, right, bottom. */
export function inkWithin(
  mask: InkMask,
  [left, top, right, bottom]: readonly [number, number, number, number],
): InkMask {
  const { width, height } = mask;
  const ink = new Uint8Array(mask.ink.length);
  const [from, to] = [Math.max(0, Math.ceil(left * width)), Math.min(width, Math.floor(right * width))];
  for (let y = Math.max(0, Math.ceil(top * height)); y < Math.min(height, bottom * height); y += 1)
    ink.set(mask.ink.subarray(y * width + from, y * width + to), y * width + from);
  return { ...mask, ink, inkPixels: countOnes(ink) };
}

function shrink(image: RasterImage, scale: number): RasterImage {
  if (scale === 1) return image;
  const width = Math.floor(image.width / scale);
  const height = Math.floor(image.height / scale);
  if (scale === 2) return { width, height, channels: 1, data: halve(image) };
  const data = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  const area = scale * scale;
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let row = y * scale; row < (y + 1) * scale; row += 1) {
      let from = row * image.width;
      for (let x = 0; x < width; x += 1) {
        for (let k = 0; k < scale; k += 1) sums[x] = (sums[x] ?? 0) + (image.data[from++] ?? 255);
      }
    }
    for (let x = 0; x < width; x += 1) data[y * width + x] = (sums[x] ?? 0) / area;
  }
  return { width, height, channels: 1, data };
}

/**
 * Returns 1 for each pixel whose contrast is above the threshold of its tile: Otsu's threshold of the page, or a lower
 * one where the print is paler.
 */
function separateInk(contrast: Uint8Array, width: number, height: number): Uint8Array {
  const page = Math.max(MIN_CONTRAST, contrastThreshold(contrast));
  const least = Math.max(MIN_CONTRAST, OF_PAGE_THRESHOLD * page);
  const columns = Math.ceil(width / TILE_SIZE);
  const highest = maxByTile(contrast, width, height, columns);
  const limits = Array.from({ length: Math.ceil(height / TILE_SIZE) }, (_, tileRow) => {
    const ofColumns = new Uint8Array(width);
    for (let column = 0; column < columns; column += 1) {
      const local = OF_LOCAL_CONTRAST * maxAround(highest, tileRow * columns + column, column, columns);
      const limit = Math.ceil(Math.min(page, Math.max(least, local)));
      ofColumns.fill(limit, column * TILE_SIZE, (column + 1) * TILE_SIZE);
    }
    return ofColumns;
  });
  return atLeast({ width, height, data: contrast }, TILE_SIZE, limits);
}

function maxByTile(contrast: Uint8Array, width: number, height: number, columns: number): Uint8Array {
  const highest = new Uint8Array(columns * Math.ceil(height / TILE_SIZE));
  for (let y = 0; y < height; y += 1) {
    const tileRow = Math.floor(y / TILE_SIZE) * columns;
    for (let x = 0; x < width; x += 1) {
      const tile = tileRow + Math.floor(x / TILE_SIZE);
      const value = contrast[y * width + x] ?? 0;
      if (value > (highest[tile] ?? 0)) highest[tile] = value;
    }
  }
  return highest;
}

/** The maximum of a tile and those beside, above and below it. */
const maxAround = (values: Uint8Array, at: number, column: number, columns: number): number =>
  Math.max(
    values[at] ?? 0,
    column > 0 ? (values[at - 1] ?? 0) : 0,
    column < columns - 1 ? (values[at + 1] ?? 0) : 0,
    values[at - columns] ?? 0,
    values[at + columns] ?? 0,
  );

/** Otsu's threshold over the contrasts, without those that are paper; 0 where they are all the same. */
function contrastThreshold(contrast: Uint8Array): number {
  const histogram = histogramOf(contrast).fill(0, 0, PAPER_BELOW);
  const total = histogram.reduce((sum, count) => sum + count, 0);
  return otsuThreshold(histogram, total, 0);
}
