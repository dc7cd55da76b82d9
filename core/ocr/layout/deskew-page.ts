/** Rotates and deskews a page image. All later steps work on this upright, deskewed page. */
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Rotation } from '../rotation.ts';
import { rasterOf, type RasterImage } from '../raster-image.ts';
import { hasSimd } from '../tesseract-module.ts';
import { resample, type Size } from './resample.ts';

/** Degrees below which a rotation moves no pixel of an A4 page at 220 dpi by more than half a pixel. */
export const SMALLEST_SKEW = 0.02;
const WHITE = 255;

/**
 * Rotates an image clockwise by `rotation` (exact: no interpolation), then clockwise by `skew` around its centre.
 * The second rotation keeps the size of the image; the new corners are white.
 * @param rotation degrees clockwise
 * @param skew degrees clockwise, negative for counter-clockwise, within ±45
 * @returns an image with the same channels; its width and height are swapped for rotations of 90 and 270
 */
export async function uprightPage(image: RasterImage, rotation: Rotation, skew: number): Promise<RasterImage> {
  const rotated = rotation === 0 ? image : await rotateQuarterTurns(image, rotation);
  return Math.abs(skew) < SMALLEST_SKEW ? rotated : rotateAroundCentre(rotated, skew);
}

/**
 * The same for a grey image that is enlarged to be read again, in one step and a tenth of the time.
 * @param size size of the image before the rotation, in pixels, at least that of the image
 */
export async function enlargeUpright(
  image: RasterImage,
  size: Size,
  rotation: Rotation,
  skew: number,
): Promise<RasterImage> {
  if (!hasSimd()) return uprightPage(await enlarge(image, size), rotation, skew);
  const rotated = rotation === 0 ? image : await rotateQuarterTurns(image, rotation);
  const { width, height } = size;
  const upright = rotation % 180 === 0 ? { width, height } : { width: height, height: width };
  return resample(rotated, upright, Math.abs(skew) < SMALLEST_SKEW ? 0 : skew);
}

const enlarge = (image: RasterImage, { width, height }: Size): Promise<RasterImage> =>
  rasterOf(asSharp(image).resize(width, height, { fit: 'fill' }), 1);

const rotateQuarterTurns = (image: RasterImage, degrees: 90 | 180 | 270): Promise<RasterImage> =>
  rasterOf(asSharp(image).rotate(degrees), image.channels);

async function rotateAroundCentre(image: RasterImage, degrees: number): Promise<RasterImage> {
  const { width, height, channels } = image;
  // sharp fits the image to the rotated corners, by which only that of a strip becomes narrower or lower than the page.
  const fitted = await rasterOf(asSharp(image).rotate(degrees, { background: '#ffffff' }), channels);
  const left = Math.round((fitted.width - width) / 2);
  const top = Math.round((fitted.height - height) / 2);
  return crop(fitted, { left, top, width, height });
}

function asSharp(image: RasterImage): Sharp {
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: image.channels } });
}

/** Cuts a part out of an image; white where the part reaches beyond it. */
function crop(
  image: RasterImage,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): RasterImage {
  const { channels } = image;
  const data = new Uint8Array(part.width * part.height * channels).fill(WHITE);
  const [left, right] = [Math.max(0, part.left), Math.min(image.width, part.left + part.width)];
  const bottom = Math.min(image.height, part.top + part.height);
  for (let y = Math.max(0, part.top); y < bottom; y += 1) {
    const row = image.data.subarray((y * image.width + left) * channels, (y * image.width + right) * channels);
    data.set(row, ((y - part.top) * part.width + left - part.left) * channels);
  }
  return { width: part.width, height: part.height, channels, data };
}
