/**
 * Decodes the scan of a PDF page whose only content is one JPEG, as most scanners write it. sharp (libjpeg-turbo) decodes it
 * in a quarter of the time that PDFium takes.
 */
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pixelBytes, rasterOf, type RasterImage } from '../../../ocr/raster-image.ts';
import { greyOfRgb } from '../../images/grey-of-rgb.ts';
import type { Rotation } from '../../../ocr/rotation.ts';
import { boxOf, onWhite, scanPlace, type PixelSize, type ScanPlace } from './scan-place.ts';
import { isInvisibleText, MAX_OBJECTS } from './scan-resolution.ts';
import { matrixOf } from '../pdfium/page-objects.ts';
import { PAGE_OBJECT } from '../pdfium/pdfium-functions.ts';
import type { PdfiumFunctions } from '../pdfium/pdfium-functions.ts';
import type { Engine } from '../pdfium/pdfium-scratch.ts';

/** FPDF_COLORSPACE_DEVICEGRAY and _DEVICERGB, and the calibrated and ICC-based spaces (fpdf_edit.h). */
const COLOUR_SPACES: ReadonlySet<number> = new Set([1, 2, 4, 5, 7]);
/** Offset of `colorspace` in FPDF_IMAGEOBJ_METADATA, in numbers of 4 bytes. */
const COLOUR_SPACE = 5;
/** Distance in points between an edge of the image and that of the page up to which they are the same. */
const SAME_EDGE = 0.5;
/** Maximum number of pixels of a JPEG that is decoded here. */
const MAX_PIXELS = 100_000_000;
/** Bytes of a JPEG that is compressed once more, at most. */
const MAX_INFLATED = 100_000_000;
const FILTER_NAME_BYTES = 32;

/** The JPEG of a scan. */
export interface ScanJpeg {
  readonly bytes: Uint8Array;
  readonly place: ScanPlace;
  /** Degrees clockwise by which the page is turned to be shown. */
  readonly rotation: Rotation;
}

/**
 * @param page handle of the loaded page
 * @returns the JPEG that the page shows and nothing else; undefined for any other page
 */
export const scanJpeg = (engine: Engine, page: number): ScanJpeg | undefined => {
  const { pdfium } = engine;
  const image = onlyObject(pdfium, page);
  if (image === undefined || pdfium.FPDFPageObj_GetType(image) !== PAGE_OBJECT.image) return undefined;
  if (!isPlain(engine, page, image)) return undefined;
  const place = placeOf(engine, page, image);
  const bytes = place && encodedBytes(engine, image);
  // PDFium counts quarters from 0 to 3.
  return bytes && { bytes, place, rotation: (90 * pdfium.FPDFPage_GetRotation(page)) as Rotation };
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
  if (pdfium.FPDFImageObj_GetImageMetadata(image, page, scratch.pointer) === 0) return false;
  const { [0]: width = 0, [1]: height = 0, [COLOUR_SPACE]: space = 0 } = scratch.integers;
  return width * height <= MAX_PIXELS && COLOUR_SPACES.has(space);
};

/** Where the image lies on the page, before the page is turned; undefined where it is askew, mirrored, or mostly beside it. */
const placeOf = (engine: Engine, page: number, image: number): ScanPlace | undefined => {
  const { pdfium, scratch } = engine;
  const matrix = matrixOf(engine, image);
  if (matrix === undefined || pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) === 0) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  return scanPlace(matrix, { left, top, right, bottom }, SAME_EDGE);
};

/** The names of the image's first three filters, outermost first. */
const filtersOf = ({ pdfium, scratch }: Engine, image: number): string[] =>
  Array.from({ length: Math.min(3, pdfium.FPDFImageObj_GetImageFilterCount(image)) }, (_, index) => {
    const length = pdfium.FPDFImageObj_GetImageFilter(image, index, scratch.pointer, FILTER_NAME_BYTES);
    // The length includes the NUL at the end.
    const name = Buffer.from(pdfium.memory.buffer, scratch.pointer, Math.min(length, FILTER_NAME_BYTES));
    return name.toString('latin1', 0, Math.max(0, name.length - 1));
  });

/** The bytes of the JPEG, which some programs compress once more; undefined for another image. */
const encodedBytes = (engine: Engine, image: number): Uint8Array | undefined => {
  const filters = filtersOf(engine, image).join(' ');
  if (filters === 'DCTDecode') return rawBytes(engine, image);
  if (filters !== 'FlateDecode DCTDecode') return undefined;
  const compressed = rawBytes(engine, image);
  try {
    return compressed && inflateSync(compressed, { maxOutputLength: MAX_INFLATED });
  } catch {
    // PDFium draws it as far as it goes.
    return undefined;
  }
};

const rawBytes = ({ pdfium }: Engine, image: number): Uint8Array | undefined => {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  const buffer = length === 0 ? 0 : pdfium.malloc(length);
  if (buffer === 0) return undefined;
  pdfium.FPDFImageObj_GetImageDataRaw(image, buffer, length);
  const bytes = new Uint8Array(pdfium.memory.buffer, buffer >>> 0, length).slice();
  pdfium.free(buffer);
  return bytes;
};

/**
 * Decodes a JPEG into a grey image of the page of this size in pixels, as the page shows it on white.
 * @throws Error if the JPEG is damaged, or has four colours (CMYK), whose meaning depends on the program that wrote it
 */
export const decodeGrey = async ({ bytes, place, rotation }: ScanJpeg, size: PixelSize): Promise<RasterImage> => {
  const page = rotation % 180 === 0 ? size : { width: size.height, height: size.width };
  const box = boxOf(place, page);
  const upright = place.rotation % 180 === 0 ? box : { width: box.height, height: box.width };
  const scan = await turned(await greyOfJpeg(bytes, upright), place.rotation);
  return turned(onWhite(scan, box, page), rotation);
};

/** @throws Error if the JPEG is damaged or in CMYK */
const greyOfJpeg = async (bytes: Uint8Array, { width, height }: PixelSize): Promise<RasterImage> => {
  const image = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS });
  const stored = await image.metadata();
  if (stored.format !== 'jpeg' || (stored.space !== 'b-w' && stored.space !== 'srgb'))
    throw new Error(`The JPEG has the colours ${stored.space}.`);
  const sized =
    stored.width === width && stored.height === height ? image : image.resize(width, height, { fit: 'fill' });
  const pixels = await (stored.space === 'b-w' ? sized.toColourspace('b-w') : sized).raw().toBuffer();
  return { width, height, channels: 1, data: stored.space === 'b-w' ? pixelBytes(pixels) : greyOfRgb(pixels) };
};

const turned = async (grey: RasterImage, rotation: Rotation): Promise<RasterImage> => {
  if (rotation === 0) return grey;
  const { width, height, channels, data } = grey;
  return rasterOf(sharp(data, { raw: { width, height, channels } }).rotate(rotation), 1);
};
