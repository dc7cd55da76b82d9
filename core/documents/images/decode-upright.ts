/** Decodes an image file as a viewer displays it: EXIF orientation applied, transparency on white. */
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { DocumentUnreadableError } from '../../errors.ts';

/** Maximum number of pixels of one image: A3 at 600 dpi has 70 million. Decoding more could exceed the memory limit. */
export const MAX_PIXELS = 100_000_000;

/** Divisor from the range of 32 bits to that of 8 bits. */
const SCALE_32_TO_8_BITS = 0xffff_ffff / 0xff;
const WHITE = 0xff;
const ROUNDING = 0.5;

/** What libvips says of a TIFF with a compression or a number of bits that it does not decode. */
const NOT_SUPPORTED = /not configured|not supported|not a whole number of bytes|unsupported/u;

/** The error of an image for what sharp says of it. */
export const unreadableImage = (cause: unknown): DocumentUnreadableError =>
  new DocumentUnreadableError(
    cause instanceof Error && NOT_SUPPORTED.test(cause.message)
      ? 'The image has a compression, or a number of bits for each colour, that is not read. Save it as PNG, JPEG or PDF.'
      : 'The image is damaged and cannot be decoded completely. Save it again, or scan it again, and send that.',
    { cause },
  );

/** An encoded image, and from which of libvips' remarks on it is damaged. */
export interface ImageSource {
  /** Path or bytes of the file; of a TIFF the first page is decoded. */
  readonly file: string | Uint8Array;
  readonly failOn: 'warning' | 'error';
}

/** @throws Error if the image is damaged or has more than MAX_PIXELS pixels */
export const decodeUpright = async (source: ImageSource): Promise<Sharp> => {
  const metadata = await opened(source).metadata();
  const isFloat = metadata.depth === 'float' || metadata.depth === 'double';
  // libvips takes floating-point numbers of an image with a colour profile as 0 to 255: the page would be black.
  const image = opened(source, isFloat);
  const factor = await factorToEightBits(image, isFloat, metadata);
  const decoded = image.autoOrient();
  return (factor === undefined ? decoded : await scaledToEightBits(decoded, metadata, factor)).flatten({
    background: '#ffffff',
  });
};

const opened = ({ file, failOn }: ImageSource, ignoreIcc = false): Sharp =>
  sharp(file, { failOn, limitInputPixels: MAX_PIXELS, ignoreIcc });

/** Undefined where libvips scales the samples itself: those of 16 bits. */
const factorToEightBits = async (
  image: Sharp,
  isFloat: boolean,
  { depth, hasAlpha }: Metadata,
): Promise<number | undefined> => {
  if (depth === 'uint') return 1 / SCALE_32_TO_8_BITS;
  if (!isFloat) return undefined;
  // Floating-point numbers are usually from 0 to 1; some programs write them from 0 to 255.
  const { channels } = await image.stats();
  const colours = hasAlpha ? channels.slice(0, -1) : channels;
  return colours.every(({ max }) => max <= 1) ? WHITE : 1;
};

/**
 * By default libvips clips the samples to the range of 8 bits, and the page would be white or black; it takes floating-point
 * numbers of colours for linear light ("scrgb"), and the page would be too bright.
 */
const scaledToEightBits = async (image: Sharp, { channels, space }: Metadata, factor: number): Promise<Sharp> => {
  const each = (value: number): number[] => new Array<number>(channels).fill(value);
  const scaled = image.linear(each(factor), each(ROUNDING));
  const { data, info } = await (space === 'scrgb' ? scaled.toColourspace(space) : scaled)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
};
