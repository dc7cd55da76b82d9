/** Fits a word's box tightly around its ink: a network locates a word only roughly, and only horizontally. */
import type { RasterImage } from '../raster-image.ts';
import type { Box } from '../lstm/line-image.ts';

/** Returns 1 for each pixel column of the box that has ink, 0 for the others; null if the box has no ink. */
export function inkColumns(image: RasterImage, box: Box): Uint8Array | null {
  const inside = clipToImage(image, box);
  const tones = findTones(image, inside);
  return tones === null ? null : columnsWithInk(image, inside, inkAt(tones));
}

/** The same of a box within the image whose ink is known. */
export function columnsWithInk({ data, width }: RasterImage, box: Box, { threshold, isDark }: Ink): Uint8Array {
  const columns = new Uint8Array(box.right - box.left);
  for (let y = box.top; y < box.bottom; y += 1) {
    const row = y * width + box.left;
    for (let x = 0; x < columns.length; x += 1) if ((data[row + x] ?? 0) < threshold === isDark) columns[x] = 1;
  }
  return columns;
}

export const clipToImage = ({ width, height }: RasterImage, { left, top, right, bottom }: Box): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(width, right),
  bottom: Math.min(height, bottom),
});

/**
 * Returns the bounding box of the ink inside a box, in pixels; null if there is none. Ink is darker (on dark paper:
 * lighter) than the mean of the extreme greys.
 */
export function findInkBox(image: RasterImage, box: Box): Box | null {
  const inside = clipToImage(image, box);
  const tones = findTones(image, inside);
  return tones === null ? null : boxOfInk(image, inside, inkAt(tones));
}

/** The same of a box within the image whose ink is known. */
export function boxOfInk(
  { data, width }: RasterImage,
  { left, top, right, bottom }: Box,
  { threshold, isDark }: Ink,
): Box | null {
  let [first, last, upper, lower] = [right, left, bottom, top];
  for (let y = top; y < bottom; y += 1) {
    const row = y * width;
    let x = left;
    while (x < right && (data[row + x] ?? 0) < threshold !== isDark) x += 1;
    if (x === right) continue;
    if (x < first) first = x;
    let end = right;
    while (end > last && (data[row + end - 1] ?? 0) < threshold !== isDark) end -= 1;
    if (end > last) last = end;
    if (y < upper) upper = y;
    lower = y + 1;
  }
  return last > first ? { left: first, top: upper, right: last, bottom: lower } : null;
}

/** Minimum difference between the greys of ink and paper, in levels of 0 to 255. */
const MIN_CONTRAST = 24;

/** The extreme greys of ink and of paper, 0 to 255. */
export interface Tones {
  readonly ink: number;
  readonly paper: number;
}

/** What pixels are ink: dark ones below the threshold, or pale ones from it on. */
export interface Ink {
  readonly threshold: number;
  readonly isDark: boolean;
}

/** @param part of the way from ink to paper at which the threshold lies, 0 to 1 */
export const inkAt = ({ ink, paper }: Tones, part = 0.5): Ink => ({
  threshold: ink + part * (paper - ink),
  isDark: ink < paper,
});

/**
 * Paper covers more than half of a line's box, so the side of the mean grey with fewer pixels is ink. Null where the
 * greys hardly differ.
 * @param box within the image
 */
export function findTones(image: RasterImage, { left, top, right, bottom }: Box): Tones | null {
  const { data, width } = image;
  let [least, most] = [255, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
      const grey = data[at] ?? 0;
      if (grey < least) least = grey;
      if (grey > most) most = grey;
    }
  }
  if (most - least < MIN_CONTRAST) return null;
  const middle = (least + most) / 2;
  let dark = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left, end = y * width + right; at < end; at += 1) if ((data[at] ?? 0) < middle) dark += 1;
  }
  return dark * 2 <= (right - left) * (bottom - top) ? { ink: least, paper: most } : { ink: most, paper: least };
}
