/** An opened upload, whatever its format: how parsing jobs see pages. Implemented by pdf-reader.ts and image-reader.ts. */
import type { DocumentKind } from './document-file.ts';
import type { PageRecord } from '../page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

export interface TextLayerWord {
  /** Corners in points (1/72 inch) from the top left of the page as a viewer shows it. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly text: string;
}

export interface TextLayer {
  readonly words: readonly TextLayerWord[];
  /** `good`, `none` (no text) or `bad` (no Unicode mapping, control or private-use characters, invisible nonsense). */
  readonly quality: 'good' | 'none' | 'bad';
  /**
   * Why a `good` layer may still be nonsense, so that it should be compared with the pixels: `scan`, invisible text or text over a
   * picture of the page (another recogniser's work, or anything); `encoding`, a font without Unicode mapping or letters that make no words.
   */
  readonly doubt: 'no' | 'scan' | 'encoding';
  /** Degrees clockwise that the page must be turned for its text to run from left to right; 0 for most pages. */
  readonly rotation: PageRecord['rotation'];
}

export interface PageSize {
  /** Millimetres as a viewer shows the page. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** Pixels per inch that the upload itself has; absent for a PDF, whose pages are drawn at any. */
  readonly ownDpi?: number;
}

export interface DocumentReader {
  readonly kind: DocumentKind;
  readonly pageCount: number;
  /** True where the file was encrypted and opened with an empty user password. */
  readonly encrypted: boolean;
  /** `page` counts from 1 here and below. */
  pageSize(page: number): Promise<PageSize>;
  textLayer(page: number): Promise<TextLayer>;
  /** The page as a viewer shows it (its /Rotate or EXIF orientation applied), on white, at exactly this size in pixels. */
  render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage>;
  close(): Promise<void>;
}
