/** The resolution of a PDF page that is a scan, that is, a page that shows nothing but images. */
import { squarePixelDpi } from '../../page-pixels.ts';
import type { Matrix } from '../pdfium/page-objects.ts';
import { matrixOf, product } from '../pdfium/page-objects.ts';
import { PAGE_OBJECT } from '../pdfium/pdfium-functions.ts';
import type { PdfiumFunctions } from '../pdfium/pdfium-functions.ts';
import type { Engine, Scratch } from '../pdfium/pdfium-scratch.ts';

/** Units of a page in an inch, unless the page has others (/UserUnit). */
const UNITS_PER_INCH = 72;
/**
 * Maximum number of objects of a page that are examined: a page with more is no scan. A scan with recognised text has one
 * for each word.
 */
export const MAX_OBJECTS = 10_000;
/** FPDF_TEXTRENDERMODE_INVISIBLE of fpdf_edit.h. */
const INVISIBLE = 3;
/**
 * Pixels per 72 units below which no page is rendered: a dot that is stretched over a page would leave a page image without
 * an aspect ratio.
 */
const MIN_DPI = 50;

const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/**
 * @param page  handle of the loaded page
 * @returns pixels per 72 units of the page in its finest image; undefined where the page has no image or shows anything
 * else (text, lines, forms of several objects), because such a page can be rendered at any resolution
 */
export const scanResolution = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): number | undefined => {
  const count = pdfium.FPDFPage_CountObjects(page);
  if (count > MAX_OBJECTS) return undefined;
  let finest: number | undefined;
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    if (isInvisibleText(pdfium, object)) continue;
    const dpi = imageDpi({ pdfium, scratch }, object, IDENTITY);
    if (dpi === undefined) return undefined;
    finest = Math.max(finest ?? MIN_DPI, dpi);
  }
  return finest;
};

/** True for text that is not drawn: the result of OCR over a scan. */
export const isInvisibleText = (pdfium: PdfiumFunctions, object: number): boolean =>
  pdfium.FPDFPageObj_GetType(object) === PAGE_OBJECT.text && pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE;

/**
 * Pixels per 72 units of an image, or of the only image in a form; undefined for other objects and for an image without an
 * extent.
 * @param outer  transform of the form that holds the object
 */
const imageDpi = (engine: Engine, object: number, outer: Matrix): number | undefined => {
  const { pdfium, scratch } = engine;
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type !== PAGE_OBJECT.image && type !== PAGE_OBJECT.form) return undefined;
  const inner = matrixOf(engine, object);
  if (inner === undefined) return undefined;
  const matrix = product(inner, outer);
  if (type === PAGE_OBJECT.form)
    return outer === IDENTITY && pdfium.FPDFFormObj_CountObjects(object) === 1
      ? imageDpi(engine, pdfium.FPDFFormObj_GetObject(object, 0), matrix)
      : undefined;
  if (pdfium.FPDFImageObj_GetImagePixelSize(object, scratch.pointer, scratch.pointer + 4) === 0) return undefined;
  const [width = 0, height = 0] = scratch.integers;
  // An image is a unit square in its own space.
  const dpiX = (width * UNITS_PER_INCH) / Math.hypot(matrix.a, matrix.b);
  const dpiY = (height * UNITS_PER_INCH) / Math.hypot(matrix.c, matrix.d);
  return Number.isFinite(dpiX * dpiY) ? squarePixelDpi(dpiX, dpiY) : undefined;
};
