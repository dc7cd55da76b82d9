/** Decodes an image file as a viewer displays it: EXIF orientation applied, transparency on white. */
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';

/** Maximum number of pixels of one image: A3 at 600 dpi has 70 million. Decoding more could exceed the memory limit. */
export const MAX_PIXELS = 100_000_000;

/** Divisor from the range of 32 bits to that of 8 bits. */
const SCALE_32_TO_8_BITS = 0xffff_ffff / 0xff;
const ROUNDING = 0.5;

/** An encoded image, and from which of libvips' remarks on it is damaged. */
export interface ImageSource {
  /** Path or bytes of the file; of a TIFF the first page is decoded. */
  readonly file: string | Uint8Array;
  readonly failOn: 'warning' | 'error';
}

/** @throws Error if the image is damaged or has more than MAX_PIXELS pixels */
export const decodeUpright = async ({ file, failOn }: ImageSource): Promise<Sharp> => {
  const decoded = sharp(file, { failOn, limitInputPixels: MAX_PIXELS }).autoOrient();
  const metadata = await sharp(file, { failOn, limitInputPixels: MAX_PIXELS }).metadata();
  return (metadata.depth === 'uint' ? await scaledToEightBits(decoded, metadata) : decoded).flatten({
    background: '#ffffff',
  });
};

/** By default libvips clips 32-bit samples to the range of 8 bits, and the page would be white. */
const scaledToEightBits = async (image: Sharp, { channels }: Metadata): Promise<Sharp> => {
  const each = (value: number): number[] => new Array<number>(channels).fill(value);
  const { data, info } = await image
    .linear(each(1 / SCALE_32_TO_8_BITS), each(ROUNDING))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};
