/** Operations on uncompressed images from which the kinds of damage are composed. */
import sharp, { type Sharp } from 'sharp';
import { rasterOf, type RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';

const opened = ({ data, width, height, channels }: RasterImage): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** The same image with each value replaced by `change(value, x, y, channel)`, rounded and limited to 0 to 255. */
export function changePixels(
  image: RasterImage,
  change: (value: number, x: number, y: number, channel: number) => number,
): RasterImage {
  const { width, height, channels } = image;
  const data = new Uint8ClampedArray(image.data.length);
  let at = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        data[at] = change(image.data[at] ?? 255, x, y, channel);
        at += 1;
      }
  return { width, height, channels, data: new Uint8Array(data.buffer) };
}

/** Rotates clockwise about the centre and keeps the size; the corners take the colour of the top left pixel. */
export async function rotateWithinSize(image: RasterImage, degrees: number): Promise<RasterImage> {
  const { width, height, channels } = image;
  const rotated = await rotateOnColour(image, degrees, cornerColour(image));
  const left = Math.max(0, Math.floor((rotated.width - width) / 2));
  const top = Math.max(0, Math.floor((rotated.height - height) / 2));
  return rasterOf(opened(rotated).extract({ left, top, width, height }), channels);
}

/** Rotates clockwise; the image grows and the corners get this colour (red, green, blue). */
export const rotateOnColour = (
  image: RasterImage,
  degrees: number,
  [r, g, b]: readonly [number, number, number],
): Promise<RasterImage> => rasterOf(opened(image).rotate(degrees, { background: { r, g, b } }), image.channels);

const cornerColour = ({ data, channels }: RasterImage): readonly [number, number, number] => {
  const [r = 255, g = 255, b = 255] = channels === 3 ? data : [data[0], data[0], data[0]];
  return [r, g, b];
};

/** Gaussian blur. @param sigma in pixels, at least 0.3 */
export const blur = (image: RasterImage, sigma: number): Promise<RasterImage> =>
  rasterOf(opened(image).blur(sigma), image.channels);

export const resize = (image: RasterImage, width: number, height: number): Promise<RasterImage> =>
  rasterOf(opened(image).resize(width, height, { fit: 'fill', kernel: 'cubic' }), image.channels);

/** Mirrors the image from left to right. */
export const mirror = (image: RasterImage): Promise<RasterImage> => rasterOf(opened(image).flop(), image.channels);

/** Adds normal noise of this standard deviation in grey levels, the same to all channels of a pixel. */
export function addNoise(image: RasterImage, deviation: number, random: Random): RasterImage {
  let noise = 0;
  return changePixels(image, (value, _x, _y, channel) => {
    if (channel === 0) noise = deviation * random.normal();
    return value + noise;
  });
}

/** JPEG with the resolution in its header; none where `dpi` is null. */
export const asJpeg = (image: RasterImage, quality: number, dpi: number | null): Promise<Buffer> => {
  const stated = dpi === null ? opened(image) : opened(image).withMetadata({ density: dpi });
  return stated
    .toColourspace(image.channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality })
    .toBuffer();
};
