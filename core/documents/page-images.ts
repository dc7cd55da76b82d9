/** The grey pictures of one page that its readers ask for, drawn as seldom as can be. */
import sharp from 'sharp';
import type { DocumentReader, PageSize } from './formats/document-reader.ts';
import { readingPixels } from './page-pixels.ts';
import type { RasterImage } from '../ocr/raster-image.ts';

/** Milliseconds of processor time from which drawing a page again, larger, is not worth it (JPEG 2000, huge images). */
const COSTLY_MS = 1000;

const MICROSECONDS = 1000;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
};

const resized = async (image: RasterImage, width: number, height: number): Promise<RasterImage> => {
  const data = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, channels: 1, data };
};

/**
 * Pictures of a page as a viewer shows it. The largest one is kept: smaller ones are scaled down from it, which costs a fraction of
 * decoding a scan anew.
 */
export class PageImages {
  readonly #reader: DocumentReader;
  readonly #page: number;
  readonly #size: PageSize;
  #kept: RasterImage | undefined;
  #keptIsCostly = false;

  constructor(reader: DocumentReader, page: number, size: PageSize) {
    this.#reader = reader;
    this.#page = page;
    this.#size = size;
  }

  /** The largest picture drawn so far, undefined before the first. */
  get largest(): RasterImage | undefined {
    return this.#kept;
  }

  /** The page in grey at so many pixels per inch; at fewer where the page is too large or too costly to be drawn again. */
  async render(dpi: number): Promise<RasterImage> {
    const { width, height } = readingPixels(this.#size, dpi);
    const kept = this.#kept;
    if (kept === undefined || (width > kept.width && !this.#keptIsCostly)) return this.#draw(width, height);
    return width >= kept.width ? kept : resized(kept, width, height);
  }

  async #draw(width: number, height: number): Promise<RasterImage> {
    const before = processorMs();
    const image = await this.#reader.render(this.#page, { width, height }, 1);
    this.#keptIsCostly = processorMs() - before > COSTLY_MS;
    this.#kept = image;
    return image;
  }
}
