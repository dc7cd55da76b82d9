/** Encodes an image as JPEG: as greyscale if it has no colour, which is smaller and decodes faster. */
import sharp from 'sharp';
import type { RasterImage } from '../../ocr/raster-image.ts';

export interface Jpeg {
  readonly bytes: Buffer;
  readonly grey: boolean;
}

/**
 * @param quality 1 to 100
 * @param dpi resolution to write to the file, in pixels per inch; absent: none
 */
export async function encodeJpeg(image: RasterImage, quality: number, dpi?: number): Promise<Jpeg> {
  const grey = image.channels === 1 || hasNoColour(image.data);
  const pixels = sharp(image.data, { raw: { width: image.width, height: image.height, channels: image.channels } });
  const jpeg = (grey ? pixels.toColourspace('b-w') : pixels).jpeg({ quality });
  // withMetadata would convert grey to sRGB, with a profile.
  return { bytes: await (dpi === undefined ? jpeg : jpeg.withDensity(dpi)).toBuffer(), grey };
}

/** @param rgb three bytes per pixel */
function hasNoColour(rgb: Uint8Array): boolean {
  for (let at = 0; at + 2 < rgb.length; at += 3) {
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false;
  }
  return true;
}
