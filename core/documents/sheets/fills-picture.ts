/** Tells a scan, whose paper fills the picture, from a picture in which a sheet may lie on something. */
import { histogramOf } from '../../ocr/grey-tones.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

/** Width of the strips along the border, as a part of the longer side. */
const STRIP = 0.02;
/** Side in pixels of the blocks that are compared with the border: wider than the gaps between letters and lines. */
const BLOCK = 12;
/** Differences of tone below this, in grey levels, are those of one paper. */
const SAME_TONE = 8;
/** Part of the blocks that may be darker than the border: less than any sheet covers. */
const MAX_DARKER = 0.15;
/** Part of the pixels that are no lighter than the paper. */
const BRIGHT = 0.95;

/**
 * Returns whether the paper of a page reaches all borders of its picture: the border is as bright as the brightest paper,
 * and no large part of the picture is darker throughout. Such a picture shows no sheet on a background, and its edges need
 * not be looked for, which takes ten times as long.
 * @param picture in grey, with a longer side of some 400 to 600 pixels
 */
export function fillsPicture(picture: RasterImage): boolean {
  const { width, height, data } = picture;
  if (width < BLOCK || height < BLOCK) return true;
  const paper = quantile(data, BRIGHT);
  const strip = Math.max(1, Math.round(STRIP * Math.max(width, height)));
  const strips = [
    cut(picture, 0, 0, width, strip),
    cut(picture, 0, height - strip, width, height),
    cut(picture, 0, 0, strip, height),
    cut(picture, width - strip, 0, width, height),
  ];
  return strips.every((pixels) => quantile(pixels, 0.5) > paper - SAME_TONE) && darkerPart(picture, paper) < MAX_DARKER;
}

/** Part of the blocks without a pixel as bright as the paper. */
function darkerPart({ width, height, data }: RasterImage, paper: number): number {
  const columns = Math.floor(width / BLOCK);
  const rows = Math.floor(height / BLOCK);
  const brightest = new Uint8Array(columns * rows);
  for (let y = 0; y < rows * BLOCK; y += 1) {
    const row = Math.floor(y / BLOCK) * columns;
    for (let x = 0; x < columns * BLOCK; x += 1) {
      const block = row + Math.floor(x / BLOCK);
      brightest[block] = Math.max(brightest[block] ?? 0, data[y * width + x] ?? 0);
    }
  }
  return brightest.reduce((count, tone) => count + (tone <= paper - SAME_TONE ? 1 : 0), 0) / brightest.length;
}

function cut({ width, data }: RasterImage, left: number, top: number, right: number, bottom: number): Uint8Array {
  const pixels = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    pixels.set(data.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return pixels;
}

/** The grey level that this part of the pixels does not exceed. @param part  0 to 1 */
function quantile(pixels: Uint8Array, part: number): number {
  const counts = histogramOf(pixels);
  let below = 0;
  for (let level = 0; level < 256; level += 1) {
    below += counts[level] ?? 0;
    if (below >= part * pixels.length) return level;
  }
  return 255;
}
