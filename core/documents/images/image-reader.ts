/**
 * Reads JPEG, PNG, GIF, TIFF and WebP with sharp (libvips). Every page of a TIFF is a page, except reduced copies of
 * others. Of an animated GIF or WebP only the first frame is read, because later frames hold changed regions and not
 * documents.
 */
import sharp, { type Metadata } from 'sharp';
import { DocumentEmptyError, DocumentTooLargeError, DocumentUnreadableError } from '../../errors.ts';
import type { DocumentKind } from '../formats/document-file.ts';
import type { DocumentReader, PageSize, TextLayer } from '../formats/document-reader.ts';
import { exifResolution } from './exif-resolution.ts';
import { resolutionOf } from './image-resolution.ts';
import type { StatedResolution } from './image-resolution.ts';
import { jpegResolution } from './jpeg-segments.ts';
import { pngResolution } from './png-resolution.ts';
import { squarePixelDpi } from '../page-pixels.ts';
import { pixelBytes, type RasterImage } from '../../ocr/raster-image.ts';
import type { TiffDirectory } from './tiff-directories.ts';
import { readTiffDirectories } from './tiff-directories.ts';
import { sourceOfDirectory } from './tiff-source.ts';
import { MAX_PIXELS, decodeUpright, unreadableImage } from './decode-upright.ts';
import type { ImageSource } from './decode-upright.ts';
import { tidyJpeg } from './tidy-jpeg.ts';
import { MM_PER_INCH } from '../../units.ts';

/** EXIF orientations from this one on exchange width and height. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

type ImageKind = Exclude<DocumentKind, 'pdf'>;

interface StoredImage extends StatedResolution {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

// One thread per child process, because the pool runs one child per core. No cache, because a page is rarely decoded
// twice.
sharp.concurrency(1);
sharp.cache(false);

const pageOf = ({ width, height, orientation, ...stated }: StoredImage): PageSize => {
  if (width < 1 || height < 1) throw unreadableImage(new Error('The image has no pixels.'));
  if (width * height > MAX_PIXELS) {
    throw new DocumentTooLargeError(
      `The image has ${Math.round((width * height) / 1e6)} million pixels; ` +
        `at most ${MAX_PIXELS / 1e6} million are read. Scan it at a lower resolution.`,
    );
  }
  const { dpiX, dpiY } = resolutionOf({ width, height }, stated);
  const widthMm = (width / dpiX) * MM_PER_INCH;
  const heightMm = (height / dpiY) * MM_PER_INCH;
  const ownDpi = squarePixelDpi(dpiX, dpiY);
  return orientation >= FIRST_SIDEWAYS_ORIENTATION
    ? { widthMm: heightMm, heightMm: widthMm, ownDpi }
    : { widthMm, heightMm, ownDpi };
};

const UNSTATED: StatedResolution = { dpiX: undefined, dpiY: undefined };

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const readSingle = async (kind: ImageKind, bytes: Uint8Array): Promise<readonly PageSize[]> => {
  // The size is checked in pageOf and not by limitInputPixels, whose error cannot be distinguished from others.
  const metadata = await sharp(bytes, { failOn: 'warning', limitInputPixels: false }).metadata();
  const { width, height, orientation = 1 } = metadata;
  return [pageOf({ width, height, ...statedIn(kind, bytes, metadata), orientation })];
};

/** The resolution that the file states, in its EXIF data before all else. GIF states none. */
const statedIn = (kind: ImageKind, bytes: Uint8Array, { exif }: Metadata): StatedResolution => {
  if (kind === 'jpeg') return jpegResolution(asBuffer(bytes));
  const stated = exif === undefined ? UNSTATED : exifResolution(exif);
  if (stated.dpiX !== undefined && stated.dpiY !== undefined) return stated;
  return kind === 'png' ? pngResolution(asBuffer(bytes)) : UNSTATED;
};

export class ImageReader implements DocumentReader {
  readonly kind: ImageKind;
  readonly encrypted = false;
  readonly pageCount: number;
  readonly #bytes: Uint8Array;
  readonly #pages: readonly PageSize[];
  /** One directory per page of a TIFF; empty for the other formats. */
  readonly #directories: readonly TiffDirectory[];
  /** Renders run one after the other, because the bytes of a TIFF are patched for one page at a time. */
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
   * @param bytes the whole file; the reader takes ownership and modifies those of a TIFF and of a JPEG
   * @throws DocumentUnreadableError, DocumentEmptyError, DocumentTooLargeError (too many pixels)
   */
  static async open(kind: ImageKind, bytes: Uint8Array): Promise<ImageReader> {
    if (kind === 'jpeg') tidyJpeg(asBuffer(bytes));
    const directories = kind === 'tiff' ? readTiffDirectories(bytes) : [];
    const pages = kind === 'tiff' ? directories.map(pageOf) : await readSingle(kind, bytes).catch(asUnreadable);
    if (pages.length === 0) throw new DocumentEmptyError('The TIFF file has no pages.');
    return new ImageReader(kind, bytes, pages, directories);
  }

  pageSize(page: number): Promise<PageSize> {
    const size = this.#pages[page - 1];
    if (size === undefined) return Promise.reject(new RangeError(`Page ${page} of ${this.pageCount} was requested.`));
    return Promise.resolve(size);
  }

  measurePage(page: number): Promise<PageSize> {
    return this.pageSize(page);
  }

  textLayer(): Promise<TextLayer> {
    return Promise.resolve({ words: [], quality: 'none', doubt: 'no', rotation: 0 });
  }

  fonts(): Promise<readonly []> {
    return Promise.resolve([]);
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
    const source: ImageSource =
      directory === undefined ? { file: this.#bytes, failOn: 'warning' } : sourceOfDirectory(this.#bytes, directory);
    try {
      const data = await (
        await decodeUpright(source)
      )
        .resize(size.width, size.height, { fit: 'fill' })
        .toColourspace(channels === 1 ? 'b-w' : 'srgb')
        .raw({ depth: 'uchar' })
        .toBuffer();
      return { ...size, channels, data: pixelBytes(data) };
    } catch (cause) {
      throw unreadableImage(cause);
    }
  }
}

const asUnreadable = (cause: unknown): never => {
  throw cause instanceof DocumentTooLargeError || cause instanceof DocumentUnreadableError
    ? cause
    : unreadableImage(cause);
};
