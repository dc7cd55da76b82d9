/** Provides grey renders of one page at several resolutions with as few renders as possible. */
import sharp from 'sharp';
import type { DocumentReader, PageSize } from './formats/document-reader.ts';
import { ocrPixels } from './page-pixels.ts';
import { withoutColour } from './without-colour.ts';
import { straightenAndFlatten, straightSheet, type SheetCorners } from './sheets/straighten.ts';
import type { Curl } from '../ocr/curl/curl.ts';
import { enlargeUpright, uprightPage } from '../ocr/layout/deskew-page.ts';
import type { Orientation } from '../ocr/pages/page-source.ts';
import { rasterOf, type RasterImage } from '../ocr/raster-image.ts';

/**
 * Processor time in milliseconds above which a page is not rendered again at a higher resolution (JPEG 2000, huge
 * images). Which pages that are depends on the machine: of 166 pages of 90 real PDFs of more than 1 MB, rendered at 150 dpi on
 * 2026-11-30, one took 1.4 s, 12 took 0.5 to 0.8 s, and all others less.
 */
const MAX_RERENDER_MS = 1000;

const AS_VIEWED: Orientation = { rotation: 0, skew: 0 };

const MICROSECONDS_PER_MILLISECOND = 1000;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS_PER_MILLISECOND;
};

const resized = (image: RasterImage, width: number, height: number): Promise<RasterImage> => {
  const opened = sharp(image.data, { raw: { width: image.width, height: image.height, channels: 1 } });
  return rasterOf(opened.resize(width, height, { fit: 'fill', kernel: 'linear' }), 1);
};

/**
 * Renders of a page as a viewer displays it. The largest one is cached and smaller ones are downscaled from it, which
 * takes a fraction of the time of decoding a scan again.
 */
export class PageImages {
  readonly #reader: Pick<DocumentReader, 'render'>;
  readonly #page: number;
  readonly #size: PageSize;
  /** The largest render as the reader drew it, and the same straight and flat. */
  #asDrawn: RasterImage | undefined;
  #cached: RasterImage | undefined;
  #isCostly = false;
  #sheet: SheetCorners | undefined;
  #curl: Curl | undefined;

  constructor(reader: Pick<DocumentReader, 'render'>, page: number, size: PageSize) {
    this.#reader = reader;
    this.#page = page;
    this.#size = size;
  }

  /** Straightens this render and all later ones by the corners of the sheet in them. */
  straightenBy(sheet: SheetCorners): void {
    this.#sheet = sheet;
    this.#straighten();
  }

  /** Flattens this render and all later ones by how the lines bend in them; undefined: they are as drawn again. */
  flattenBy(curl: Curl | undefined): void {
    this.#curl = curl;
    this.#straighten();
  }

  /** Where the sheet that the page was straightened by lies, as `straightSheet`; undefined for another page. */
  get paper(): readonly [number, number, number, number] | undefined {
    return this.#sheet && this.#asDrawn && straightSheet(this.#asDrawn, this.#sheet);
  }

  /** How the page was flattened; undefined for a flat one. */
  get curl(): Curl | undefined {
    return this.#curl;
  }

  /** The largest render so far; undefined before the first. */
  get largest(): RasterImage | undefined {
    return this.#cached;
  }

  /**
   * Renders the page in grey at `dpi` pixels per inch, or at fewer if the page is too large or too slow to render
   * again. An upload that has fewer is enlarged.
   * @param orientation by which the page is rotated to be upright
   */
  async render(dpi: number, orientation: Orientation = AS_VIEWED): Promise<RasterImage> {
    return this.#fit(await this.#drawn(this.#ownPixels(dpi)), dpi, orientation);
  }

  /**
   * Renders the page like `render`, but without coloured ink, so that print below a stamp can be read.
   * @returns null for a page that has no colour, or is too slow to render again
   */
  async renderWithoutColour(dpi: number, orientation: Orientation): Promise<RasterImage | null> {
    if (this.#isCostly) return null;
    const coloured = await this.#reader.render(this.#page, ocrPixels(this.#size, this.#ownPixels(dpi)), 3);
    const image = withoutColour(coloured);
    return image && this.#fit(straightenAndFlatten(image, { sheet: this.#sheet, curl: this.#curl }), dpi, orientation);
  }

  /** An upload has no more pixels per inch than these. */
  #ownPixels(dpi: number): number {
    return Math.min(dpi, this.#size.ownDpi ?? dpi);
  }

  async #fit(image: RasterImage, dpi: number, { rotation, skew }: Orientation): Promise<RasterImage> {
    const size = ocrPixels(this.#size, dpi);
    if (image.width > size.width) return uprightPage(await resized(image, size.width, size.height), rotation, skew);
    const target = image.width < size.width && this.#isCostly ? image : size;
    return target.width === image.width && skew === 0
      ? uprightPage(image, rotation, 0)
      : enlargeUpright(image, target, rotation, skew);
  }

  /** The page with at least `dpi` pixels per inch, unless it is too slow to render again. */
  async #drawn(dpi: number): Promise<RasterImage> {
    const { width, height } = ocrPixels(this.#size, dpi);
    const cached = this.#cached;
    if (cached !== undefined && (width <= cached.width || this.#isCostly)) return cached;
    const before = processorMs();
    const image = await this.#reader.render(this.#page, { width, height }, 1);
    this.#isCostly = processorMs() - before > MAX_RERENDER_MS;
    this.#asDrawn = image;
    return this.#straighten() ?? image;
  }

  #straighten(): RasterImage | undefined {
    const drawn = this.#asDrawn;
    if (drawn !== undefined) this.#cached = straightenAndFlatten(drawn, { sheet: this.#sheet, curl: this.#curl });
    return this.#cached;
  }
}
