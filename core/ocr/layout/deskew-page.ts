/** Rotates and deskews a page image. All later steps work on this upright, deskewed page. */
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Rotation } from '../rotation.ts';
import { rasterOf, type RasterImage } from '../raster-image.ts';
import { hasSimd } from '../tesseract-module.ts';
import { resample, type Size } from './resample.ts';

/** Degrees below which a rotation moves no pixel of an A4 page at 220 dpi by more than half a pixel. */
export const SMALLEST_SKEW = 0.02;

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
  // sharp enlarges the image to fit the rotated corners; cropping restores the size of the page.
  const larger = await rasterOf(asSharp(image).rotate(degrees, { background: '#ffffff' }), channels);
  const left = Math.round((larger.width - width) / 2);
  const top = Math.round((larger.height - height) / 2);
  return {
    width,
    height,
    channels,
    data: crop(larger.data, larger.width, { left, top, width, height }, channels),
  };
}

function asSharp(image: RasterImage): Sharp {
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: image.channels } });
}

function crop(
  data: Uint8Array,
  dataWidth: number,
  part: { left: number; top: number; width: number; height: number },
  channels: number,
): Uint8Array {
  const cut = new Uint8Array(part.width * part.height * channels);
  const rowBytes = part.width * channels;
  for (let row = 0; row < part.height; row += 1) {
    const from = ((part.top + row) * dataWidth + part.left) * channels;
    cut.set(data.subarray(from, from + rowBytes), row * rowBytes);
  }
  return cut;
}
