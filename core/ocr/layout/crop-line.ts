/** Crops a text line, which was found in the ink mask, from the image of the page. */
import type { RasterImage } from '../raster-image.ts';
import type { TextLine } from './find-text-lines.ts';
import type { InkMask } from './ink-mask.ts';

/**
 * Crops the line with a margin of 0.4 of its height: Tesseract makes more errors on letters at the edge of an image.
 */
export function cropLine(image: RasterImage, mask: InkMask, line: TextLine): RasterImage {
  const margin = Math.ceil((line.bottom - line.top) * 0.4) + 1;
  const left = Math.max(0, (line.left - margin) * mask.scale);
  const top = Math.max(0, (line.top - margin) * mask.scale);
  const width = Math.min(image.width, (line.right + margin) * mask.scale) - left;
  const height = Math.min(image.height, (line.bottom + margin) * mask.scale) - top;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * image.width + left;
    data.set(image.data.subarray(from, from + width), row * width);
  }
  return { width, height, channels: 1, data };
}

/** Returns a grey image rotated by 180°. */
export function rotate180(image: RasterImage): RasterImage {
  return { ...image, data: image.data.slice().reverse() };
}
