/** Fits a word's box tightly around its ink: a network locates a word only roughly, and only horizontally. */
import type { RasterImage } from '../raster-image.ts';
import type { Box } from '../lstm/line-image.ts';

/** Returns 1 for each pixel column of the box that has ink, 0 for the others; null if the box has no ink. */
export function inkColumns(image: RasterImage, box: Box): Uint8Array | null {
  const inside = clipToImage(image, box);
  const tones = findTones(image, inside);
  if (tones === null) return null;
  const { data, width } = image;
  const { threshold, darkInk } = tones;
  const columns = new Uint8Array(inside.right - inside.left);
  for (let y = inside.top; y < inside.bottom; y += 1) {
    const row = y * width + inside.left;
    for (let x = 0; x < columns.length; x += 1) if ((data[row + x] ?? 0) < threshold === darkInk) columns[x] = 1;
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
  const { left, top, right, bottom } = clipToImage(image, box);
  const tones = findTones(image, { left, top, right, bottom });
  if (tones === null) return null;
  const { data, width } = image;
  const { threshold, darkInk } = tones;
  let [first, last, upper, lower] = [right, left, bottom, top];
  for (let y = top; y < bottom; y += 1) {
    const row = y * width;
    let x = left;
    while (x < right && (data[row + x] ?? 0) < threshold !== darkInk) x += 1;
    if (x === right) continue;
    if (x < first) first = x;
    let end = right;
    while (end > last && (data[row + end - 1] ?? 0) < threshold !== darkInk) end -= 1;
    if (end > last) last = end;
    if (y < upper) upper = y;
    lower = y + 1;
  }
  return last > first ? { left: first, top: upper, right: last, bottom: lower } : null;
}

/** Minimum difference between the greys of ink and paper, in levels of 0 to 255. */
const MIN_CONTRAST = 24;

/** How ink and paper are told apart. */
export interface Tones {
  /** Grey below which a pixel is dark, 0 to 255. */
  readonly threshold: number;
  /** Whether ink is dark, on pale paper. */
  readonly darkInk: boolean;
}

export const isInk = ({ data, width }: RasterImage, x: number, y: number, { threshold, darkInk }: Tones): boolean =>
  (data[y * width + x] ?? 0) < threshold === darkInk;

/**
 * Paper covers more than half of a line's box, so the side of the threshold with fewer pixels is ink. Null where the
 * greys hardly differ.
 * @param box within the image
 * @param part of the way from ink to paper at which the threshold lies
 */
export function findTones(image: RasterImage, { left, top, right, bottom }: Box, part = 0.5): Tones | null {
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
  const darkInk = dark * 2 <= (right - left) * (bottom - top);
  const threshold = darkInk ? least + part * (most - least) : most - part * (most - least);
  return { threshold, darkInk };
}
