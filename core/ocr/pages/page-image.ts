import type { RasterImage } from '../raster-image.ts';

/** An upright, deskewed page in grey. */
export interface PageImage {
  readonly image: RasterImage;
  /** Pixels per inch. */
  readonly dpi: number;
}
