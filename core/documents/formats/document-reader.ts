/** The interface of an open upload of any format. Implemented by pdf-reader.ts and image-reader.ts. */
import type { DocumentKind } from './document-file.ts';
import type { PageFont, PageRecord } from '../page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';

export interface TextLayerWord {
  /** Corners in points (1/72 inch) from the top left of the page as a viewer displays it. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly text: string;
  /** Degrees clockwise by which the upright page must be rotated for the word to run from left to right; absent for most. */
  readonly rotation?: 90 | 270;
}

export interface TextLayer {
  readonly words: readonly TextLayerWord[];
  /**
   * `good`, `none` (no text) or `bad` (garbage: control or private-use characters, words that lack letters; text that is not
   * on the page).
   */
  readonly quality: 'good' | 'none' | 'bad';
  /**
   * Why a `good` layer may still be wrong and should be compared with the pixels. `scan`: invisible text, text over images of
   * the page (the output of another OCR engine), or a few words beside an image, which may show text that the layer leaves
   * out. `encoding`: a font without Unicode mapping, or improbable words.
   */
  readonly doubt: 'no' | 'scan' | 'encoding';
  /** Degrees clockwise by which the page must be rotated for its text to run from left to right; 0 for most pages. */
  readonly rotation: PageRecord['rotation'];
}

export interface PageSize {
  /** Size in millimetres, as a viewer displays the page. */
  readonly widthMm: number;
  readonly heightMm: number;
  /**
   * Resolution of the upload in pixels per inch: that of an image, or of the images of a PDF page that shows nothing
   * else. Absent for other PDF pages, which can be rendered at any resolution.
   */
  readonly ownDpi?: number;
}

export interface DocumentReader {
  readonly kind: DocumentKind;
  readonly pageCount: number;
  /** True if the file is encrypted and was opened with an empty user password. */
  readonly encrypted: boolean;
  /** `page` is a page number from 1, here and below. */
  /** The size of a page without parsing it; `ownDpi` is absent for a PDF. */
  pageSize(page: number): Promise<PageSize>;
  /** The size of a page with its `ownDpi`; parses the page. */
  measurePage(page: number): Promise<PageSize>;
  textLayer(page: number): Promise<TextLayer>;
  /** Fonts of the page's text; none for an image. */
  fonts(page: number): Promise<readonly PageFont[]>;
  /**
   * Renders the page as a viewer displays it (/Rotate or EXIF orientation applied), on white, at exactly this size in
   * pixels.
   */
  render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage>;
  close(): Promise<void>;
}
