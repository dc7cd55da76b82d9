/** An uncompressed image: rows from the top, no padding. */
export interface RasterImage {
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** 1: greyscale, 3: RGB; 8 bits per channel, 0 is black. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}
