/** Uncompressed pixels, rows from the top, no padding. */
export interface RasterImage {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: RGB; 8 bits each, 0 is black. */
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}
