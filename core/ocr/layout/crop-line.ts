/** Crops a text line, which was found in the ink mask, from the image of the page. */
import { crop } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import type { TextLine } from './find-text-lines.ts';
import type { InkMask } from './ink-mask.ts';

/**
 * Crops the line with a margin of 0.4 of its height: Tesseract makes more errors on letters at the edge of an image.
 */
export function cropLine(image: RasterImage, mask: InkMask, line: TextLine): RasterImage {
  const margin = Math.ceil((line.bottom - line.top) * 0.4) + 1;
  const box = {
    left: (line.left - margin) * mask.scale,
    top: (line.top - margin) * mask.scale,
    right: (line.right + margin) * mask.scale,
    bottom: (line.bottom + margin) * mask.scale,
  };
  return { ...crop(image, box), channels: 1 };
}

/** Returns a grey image rotated by 180°. */
export function rotate180(image: RasterImage): RasterImage {
  return { ...image, data: image.data.slice().reverse() };
}
