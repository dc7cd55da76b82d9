/** Draws a word's box closely around its ink: a network tells only roughly where a word begins and ends, and nothing of its height. */
import type { RasterImage } from '../raster-image.ts';
import type { Box } from '../lstm/line-image.ts';

/** For each column of the box 1 where it has ink; null where nothing in the box is. */
export function inkColumns(image: RasterImage, box: Box): Uint8Array | null {
  const inside = cutToImage(image, box);
  const tones = findTones(image, inside);
  if (tones === null) return null;
  const columns = new Uint8Array(inside.right - inside.left);
  for (let y = inside.top; y < inside.bottom; y += 1) {
    const row = y * image.width + inside.left;
    for (let x = 0; x < columns.length; x += 1)
      if ((image.data[row + x] ?? 0) < tones.middle === tones.darkInk) columns[x] = 1;
  }
  return columns;
}

const cutToImage = ({ width, height }: RasterImage, { left, top, right, bottom }: Box): Box => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(width, right),
  bottom: Math.min(height, bottom),
});

/** The box of what is darker (or on dark paper lighter) than half-way between ink and paper; null where there is nothing. */
export function findInkBox(image: RasterImage, box: Box): Box | null {
  const { left, top, right, bottom } = cutToImage(image, box);
  const tones = findTones(image, { left, top, right, bottom });
  if (tones === null) return null;
  const ink = { left: right, top: bottom, right: left, bottom: top };
  for (let y = top; y < bottom; y += 1) {
    const row = y * image.width;
    for (let x = left; x < right; x += 1) {
      if ((image.data[row + x] ?? 0) < tones.middle !== tones.darkInk) continue;
      if (x < ink.left) ink.left = x;
      if (x >= ink.right) ink.right = x + 1;
      if (y < ink.top) ink.top = y;
      ink.bottom = y + 1;
    }
  }
  return ink.right > ink.left ? ink : null;
}

/** Least difference of grey between ink and paper. */
const LEAST_CONTRAST = 24;

/** Paper covers more than half of a line's box, so the side of the middle with fewer pixels is ink. */
function findTones(image: RasterImage, { left, top, right, bottom }: Box): { middle: number; darkInk: boolean } | null {
  let [least, most] = [255, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const grey = image.data[y * image.width + x] ?? 0;
      if (grey < least) least = grey;
      if (grey > most) most = grey;
    }
  }
  if (most - least < LEAST_CONTRAST) return null;
  const middle = (least + most) / 2;
  let dark = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) if ((image.data[y * image.width + x] ?? 0) < middle) dark += 1;
  }
  return { middle, darkInk: dark * 2 <= (right - left) * (bottom - top) };
}
