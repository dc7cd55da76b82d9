/** Quarter turns, for lines that run up or down a page: they are read on a picture of the page that stands on its side. */
import type { RasterImage } from '../raster-image.ts';
import type { Box } from '../lstm/line-image.ts';

/** Degrees clockwise that bring a line upright. */
export type Turn = 0 | 90 | 270;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A grey image, turned clockwise. */
export function turnImage(image: RasterImage, turn: Turn): RasterImage {
  if (turn === 0) return image;
  const { width, height } = image;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const to = turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      data[to] = image.data[y * width + x] ?? 0;
    }
  }
  return { ...image, width: height, height: width, data };
}

/** Where a box of the page lies on the turned page. @param size of the page before the turn */
export function turnBox({ left, top, right, bottom }: Box, { width, height }: Size, turn: Turn): Box {
  if (turn === 90) return { left: height - bottom, top: left, right: height - top, bottom: right };
  return turn === 270
    ? { left: top, top: width - right, right: bottom, bottom: width - left }
    : { left, top, right, bottom };
}

/** The same back again. @param size of the page before the turn */
export function turnBoxBack({ left, top, right, bottom }: Box, { width, height }: Size, turn: Turn): Box {
  if (turn === 90) return { left: top, top: height - right, right: bottom, bottom: height - left };
  return turn === 270
    ? { left: width - bottom, top: left, right: width - top, bottom: right }
    : { left, top, right, bottom };
}
