import type { Sharp } from 'sharp';

/** An uncompressed image: rows from the top, no padding. */
export interface RasterImage {
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** 1: greyscale, 3: RGB; 8 bits per channel, 0 is black. */
  readonly channels: 1 | 3;
  readonly data: PixelBytes;
}

/** Bytes whose `slice` is a copy; that of Node's Buffer shares its memory, and changing it would change the image. */
type PixelBytes = Uint8Array & { readonly readUInt8?: undefined };

/** The bytes of a Buffer, in the same memory. */
export const pixelBytes = ({ buffer, byteOffset, length }: Buffer): PixelBytes =>
  new Uint8Array(buffer, byteOffset, length);

/** The pixels of an image of sharp, without its transparency. */
export async function rasterOf(image: Sharp, channels: 1 | 3): Promise<RasterImage> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels, data: pixelBytes(data) };
}
