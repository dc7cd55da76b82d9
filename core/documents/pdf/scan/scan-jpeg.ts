/**
 * Decodes the scan of a PDF page whose only content is one JPEG that fills the page, as most scanners write it. sharp
 * (libjpeg-turbo) decodes it in a quarter of the time that PDFium takes.
 */
import sharp from 'sharp';
import { pixelBytes, type RasterImage } from '../../../ocr/raster-image.ts';
import { greyOfRgb } from '../../images/grey-of-rgb.ts';
import type { Rotation } from '../../../ocr/rotation.ts';
import { isInvisibleText, MAX_OBJECTS } from './scan-resolution.ts';
import { matrixOf } from '../pdfium/page-objects.ts';
import { PAGE_OBJECT } from '../pdfium/pdfium-functions.ts';
import type { PdfiumFunctions } from '../pdfium/pdfium-functions.ts';
import type { Engine } from '../pdfium/pdfium-scratch.ts';

/** FPDF_COLORSPACE_DEVICEGRAY and _DEVICERGB, and the calibrated and ICC-based spaces (fpdf_edit.h). */
const COLOUR_SPACES: ReadonlySet<number> = new Set([1, 2, 4, 5, 7]);
/** Offset of `colorspace` in FPDF_IMAGEOBJ_METADATA, in numbers of 4 bytes. */
const COLOUR_SPACE = 5;
/** Maximum distance in points between an edge of the image and that of the page. */
const MAX_MARGIN = 0.5;
/** Maximum number of pixels of a JPEG that is decoded here. */
const MAX_PIXELS = 100_000_000;
const FILTER_NAME_BYTES = 32;
const FILTER = 'DCTDecode';

/** The JPEG of a scan. */
export interface ScanJpeg {
  readonly bytes: Uint8Array;
  /** Degrees clockwise by which the page shows it turned. */
  readonly rotation: Rotation;
}

/**
 * @param page handle of the loaded page
 * @returns the JPEG that the page shows and nothing else, as large as the page; undefined for any other page
 */
export const scanJpeg = (engine: Engine, page: number): ScanJpeg | undefined => {
  const { pdfium } = engine;
  const image = onlyObject(pdfium, page);
  if (image === undefined || pdfium.FPDFPageObj_GetType(image) !== PAGE_OBJECT.image) return undefined;
  const bytes =
    isPlain(engine, page, image) && fillsPage(engine, page, image) ? encodedBytes(engine, image) : undefined;
  // PDFium counts quarters from 0 to 3.
  return bytes && { bytes, rotation: (90 * pdfium.FPDFPage_GetRotation(page)) as Rotation };
};

/** The only object of a page that is drawn; undefined if there is none, or another. */
const onlyObject = (pdfium: PdfiumFunctions, page: number): number | undefined => {
  const count = pdfium.FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS) return undefined;
  let only: number | undefined;
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    if (isInvisibleText(pdfium, object)) continue;
    if (only !== undefined) return undefined;
    only = object;
  }
  return only;
};

/**
 * Whether the image is drawn as its JPEG has it: without a mask, a clip path, marked content that may be
 * hidden, or colours of their own meaning.
 */
const isPlain = ({ pdfium, scratch }: Engine, page: number, image: number): boolean => {
  if (pdfium.FPDFPageObj_HasTransparency(image) !== 0 || pdfium.FPDFPageObj_CountMarks(image) > 0) return false;
  if (pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(image)) > 0) return false;
  if (pdfium.FPDFImageObj_GetImageFilterCount(image) !== 1) return false;
  const length = pdfium.FPDFImageObj_GetImageFilter(image, 0, scratch.pointer, FILTER_NAME_BYTES);
  // The length includes the NUL at the end.
  const name = Buffer.from(pdfium.memory.buffer, scratch.pointer, FILTER.length).toString('latin1');
  if (length !== FILTER.length + 1 || name !== FILTER) return false;
  if (pdfium.FPDFImageObj_GetImageMetadata(image, page, scratch.pointer) === 0) return false;
  const { [0]: width = 0, [1]: height = 0, [COLOUR_SPACE]: space = 0 } = scratch.integers;
  return width * height <= MAX_PIXELS && COLOUR_SPACES.has(space);
};

/** Whether the image is upright on the page before that is turned, and its edges are those of the page. */
const fillsPage = (engine: Engine, page: number, image: number): boolean => {
  const { pdfium, scratch } = engine;
  const matrix = matrixOf(engine, image);
  if (matrix === undefined) return false;
  const { a, b, c, d, e, f } = matrix;
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0) return false;
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) === 0) return false;
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  const distances = [left - e, right - (e + a), bottom - f, top - (f + d)];
  return distances.every((distance) => Math.abs(distance) <= MAX_MARGIN);
};

const encodedBytes = ({ pdfium }: Engine, image: number): Uint8Array | undefined => {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  const buffer = length === 0 ? 0 : pdfium.malloc(length);
  if (buffer === 0) return undefined;
  pdfium.FPDFImageObj_GetImageDataRaw(image, buffer, length);
  const bytes = new Uint8Array(pdfium.memory.buffer, buffer >>> 0, length).slice();
  pdfium.free(buffer);
  return bytes;
};

/**
 * Decodes a JPEG into a grey image of this size in pixels, as the page shows it.
 * @throws Error if the JPEG is damaged, or has four colours (CMYK), whose meaning depends on the program that wrote it
 */
export const decodeGrey = async (
  { bytes, rotation }: ScanJpeg,
  size: { readonly width: number; readonly height: number },
): Promise<RasterImage> => {
  const isTurned = rotation % 180 !== 0;
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const image = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS });
  const stored = await image.metadata();
  if (stored.format !== 'jpeg' || (stored.space !== 'b-w' && stored.space !== 'srgb'))
    throw new Error(`The JPEG has the colours ${stored.space}.`);
  const sized =
    stored.width === width && stored.height === height ? image : image.resize(width, height, { fit: 'fill' });
  const pixels = await (stored.space === 'b-w' ? sized.toColourspace('b-w') : sized).raw().toBuffer();
  const grey = stored.space === 'b-w' ? pixelBytes(pixels) : greyOfRgb(pixels);
  const data = rotation === 0 ? grey : await turned(grey, { width, height }, rotation);
  return { width: size.width, height: size.height, channels: 1, data };
};

const turned = async (
  grey: Uint8Array,
  size: { readonly width: number; readonly height: number },
  rotation: Rotation,
): Promise<RasterImage['data']> => {
  const image = sharp(grey, { raw: { ...size, channels: 1 } });
  return pixelBytes(await image.rotate(rotation).toColourspace('b-w').raw().toBuffer());
};
