/**
 * Reads JPEG, PNG, GIF, TIFF and WebP with sharp (libvips). Every page of a TIFF is a page, a smaller copy of one is not; of an animated GIF
 * or WebP only the first frame is read: an animation is one picture that moves, and its later frames hold changed parts, not documents.
 */
import sharp from 'sharp';
import { DocumentEmptyError, DocumentUnreadableError, TooManyPagesError } from '../../errors.ts';
import type { DocumentKind } from '../formats/document-file.ts';
import type { DocumentReader, PageSize, TextLayer } from '../formats/document-reader.ts';
import { jpegResolution } from './jpeg-segments.ts';
import { PAGE_DPI } from '../page-record.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { TiffDirectory } from './tiff-directories.ts';
import { readTiffDirectories, showOnly } from './tiff-directories.ts';
import { MOST_PIXELS, uprightPicture } from './upright-picture.ts';

/** Resolutions that scanners write; others are camera and screen defaults that say nothing of the paper. */
const LOWEST_DPI = 72;
const HIGHEST_DPI = 1200;
/** A page longer than ISO A2 (594 mm) is rather a photo with a wrong resolution than paper. */
const LONGEST_PAGE_MM = 600;
const MM_PER_INCH = 25.4;
/** EXIF orientations from here on lie on their side. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

type ImageKind = Exclude<DocumentKind, 'pdf'>;

interface StoredImage {
  readonly width: number;
  readonly height: number;
  readonly dpiX: number | undefined;
  readonly dpiY: number | undefined;
  readonly orientation: number;
}

// One thread a child: the pool already runs a child a core, and a document's pages are never decoded twice from the cache.
sharp.concurrency(1);
sharp.cache(false);

const unreadable = (cause: unknown): DocumentUnreadableError =>
  new DocumentUnreadableError(
    'The image is damaged and cannot be decoded completely. Save it again, or scan it again, and send that.',
    { cause },
  );

const isPlausible = (dpi: number | undefined, pixels: number): dpi is number =>
  dpi !== undefined && dpi >= LOWEST_DPI && dpi <= HIGHEST_DPI && (pixels / dpi) * MM_PER_INCH <= LONGEST_PAGE_MM;

const pageOf = ({ width, height, dpiX, dpiY, orientation }: StoredImage): PageSize => {
  if (width < 1 || height < 1) throw unreadable(new Error('The image has no pixels.'));
  if (width * height > MOST_PIXELS) {
    throw new TooManyPagesError(
      `The image has ${Math.round((width * height) / 1e6)} million pixels; at most ${MOST_PIXELS / 1e6} million are read. Scan it at a lower resolution.`,
    );
  }
  const known = isPlausible(dpiX, width) && isPlausible(dpiY, height);
  const widthMm = (width / (known ? dpiX : PAGE_DPI)) * MM_PER_INCH;
  const heightMm = (height / (known ? dpiY : PAGE_DPI)) * MM_PER_INCH;
  // Where a fax has more dots across than down, its finer side counts: a page image of square pixels would else lose half of them.
  const ownDpi = known ? Math.max(dpiX, dpiY) : PAGE_DPI;
  return orientation >= FIRST_SIDEWAYS_ORIENTATION
    ? { widthMm: heightMm, heightMm: widthMm, ownDpi }
    : { widthMm, heightMm, ownDpi };
};

const readSingle = async (kind: ImageKind, bytes: Uint8Array): Promise<readonly PageSize[]> => {
  // limitInputPixels would answer with a message only: the size is checked here, where its error has a name.
  const {
    width,
    height,
    density,
    orientation = 1,
  } = await sharp(bytes, { failOn: 'warning', limitInputPixels: false }).metadata();
  const resolution =
    kind === 'jpeg'
      ? jpegResolution(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      : { dpiX: density, dpiY: density };
  return [pageOf({ width, height, ...resolution, orientation })];
};

export class ImageReader implements DocumentReader {
  readonly kind: ImageKind;
  readonly encrypted = false;
  readonly pageCount: number;
  readonly #bytes: Uint8Array;
  readonly #pages: readonly PageSize[];
  /** Of a TIFF's pages; empty for the other formats. */
  readonly #directories: readonly TiffDirectory[];
  /** Renders wait for each other: a TIFF's bytes show one page at a time. */
  #lastRender: Promise<unknown> = Promise.resolve();

  private constructor(
    kind: ImageKind,
    bytes: Uint8Array,
    pages: readonly PageSize[],
    directories: readonly TiffDirectory[],
  ) {
    this.kind = kind;
    this.#bytes = bytes;
    this.#pages = pages;
    this.#directories = directories;
    this.pageCount = pages.length;
  }

  /**
   * @param bytes the whole file; the reader owns them, and changes a TIFF's
   * @throws DocumentUnreadableError, DocumentEmptyError, TooManyPagesError (more pixels than are read)
   */
  static async open(kind: ImageKind, bytes: Uint8Array): Promise<ImageReader> {
    const directories = kind === 'tiff' ? readTiffDirectories(bytes) : [];
    const pages = kind === 'tiff' ? directories.map(pageOf) : await readSingle(kind, bytes).catch(asUnreadable);
    if (pages.length === 0) throw new DocumentEmptyError('The TIFF file has no pages.');
    return new ImageReader(kind, bytes, pages, directories);
  }

  pageSize(page: number): Promise<PageSize> {
    const size = this.#pages[page - 1];
    if (size === undefined) return Promise.reject(new RangeError(`Page ${page} of ${this.pageCount} was asked for.`));
    return Promise.resolve(size);
  }

  textLayer(): Promise<TextLayer> {
    return Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 });
  }

  render(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    const rendered = this.#lastRender.then(() => this.#renderNow(page, size, channels));
    this.#lastRender = rendered.catch(() => undefined);
    return rendered;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #renderNow(page: number, size: { width: number; height: number }, channels: 1 | 3): Promise<RasterImage> {
    const directory = this.#directories[page - 1];
    if (directory !== undefined) showOnly(this.#bytes, directory);
    try {
      const data = await (
        await uprightPicture(this.#bytes)
      )
        .resize(size.width, size.height, { fit: 'fill' })
        .toColourspace(channels === 1 ? 'b-w' : 'srgb')
        .raw({ depth: 'uchar' })
        .toBuffer();
      return { ...size, channels, data };
    } catch (cause) {
      throw unreadable(cause);
    }
  }
}

const asUnreadable = (cause: unknown): never => {
  throw cause instanceof TooManyPagesError || cause instanceof DocumentUnreadableError ? cause : unreadable(cause);
};
