/** Turns a page as a viewer shows it into the page that everything after reading works on: upright, without skew. */
import sharp from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import type { PageRecord } from '../../documents/page-record.ts';
import type { RasterImage } from '../raster-image.ts';

/** Below this many degrees a turn moves no pixel of an A4 page at 220 dpi by more than half its size. */
export const SMALLEST_SKEW = 0.02;

/**
 * Turns an image clockwise by `rotation` (exact: pixels only change place), then clockwise by `skew` around its
 * centre, keeping the size that it had before that second turn; what comes in at the corners is white.
 * @param rotation degrees clockwise
 * @param skew degrees clockwise, negative for counter-clockwise, within ±45
 * @returns an image of the same channels; its width and height are swapped for rotations of 90 and 270
 */
export async function uprightPage(
  image: RasterImage,
  rotation: PageRecord['rotation'],
  skew: number,
): Promise<RasterImage> {
  const turned = rotation === 0 ? image : await turnByQuarters(image, rotation);
  return Math.abs(skew) < SMALLEST_SKEW ? turned : turnAroundCentre(turned, skew);
}

async function turnByQuarters(image: RasterImage, degrees: 90 | 180 | 270): Promise<RasterImage> {
  const { data, info } = await toRaster(asSharp(image).rotate(degrees), image.channels);
  return { width: info.width, height: info.height, channels: image.channels, data };
}

async function turnAroundCentre(image: RasterImage, degrees: number): Promise<RasterImage> {
  const { width, height, channels } = image;
  // sharp makes room for the corners; the page keeps its size, so they are cut off again.
  const larger = await toRaster(asSharp(image).rotate(degrees, { background: '#ffffff' }), channels);
  const left = Math.round((larger.info.width - width) / 2);
  const top = Math.round((larger.info.height - height) / 2);
  return {
    width,
    height,
    channels,
    data: cutOut(larger.data, larger.info.width, { left, top, width, height }, channels),
  };
}

function asSharp(image: RasterImage): Sharp {
  return sharp(image.data, { raw: { width: image.width, height: image.height, channels: image.channels } });
}

function toRaster(picture: Sharp, channels: 1 | 3): Promise<{ data: Buffer; info: OutputInfo }> {
  return picture
    .removeAlpha()
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function cutOut(
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
