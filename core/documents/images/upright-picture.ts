/** An image file as a viewer shows it: its EXIF orientation applied, on white. */
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';

/** Pixels of one image: A3 at 600 dpi has 70 million. Above, decoding alone could pass the memory limit. */
export const MOST_PIXELS = 100_000_000;

/** From the full range of 32 bits to that of 8. */
const STEP_OF_32_BITS = 0xffff_ffff / 0xff;
const ROUNDED = 0.5;

/** @param source the file's path or its bytes; of a TIFF the first page is shown */
export const uprightPicture = async (source: string | Uint8Array): Promise<Sharp> => {
  const decoded = sharp(source, { failOn: 'warning', limitInputPixels: MOST_PIXELS }).autoOrient();
  const metadata = await sharp(source, { failOn: 'warning', limitInputPixels: MOST_PIXELS }).metadata();
  return (metadata.depth === 'uint' ? await scaledToEightBits(decoded, metadata) : decoded).flatten({
    background: '#ffffff',
  });
};

/** Left to itself the engine cuts samples of 32 bits off at the highest value of 8, and a page comes out white. */
const scaledToEightBits = async (picture: Sharp, { channels }: Metadata): Promise<Sharp> => {
  const each = (value: number): number[] => new Array<number>(channels).fill(value);
  const { data, info } = await picture
    .linear(each(1 / STEP_OF_32_BITS), each(ROUNDED))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};
