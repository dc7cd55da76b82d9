/** The size of a page, of which the file may state anything. */
import type { Engine } from './pdfium/pdfium-scratch.ts';

interface Document extends Engine {
  readonly document: number;
}

/** In units of the page. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a page whose stated size is invalid: ISO A4, in points. */
export const A4: Size = { width: 595, height: 842 };

/** Undefined for a page that does not exist. */
const statedSize = ({ pdfium, document, scratch }: Document, index: number): Size | undefined => {
  if (pdfium.FPDF_GetPageSizeByIndexF(document, index, scratch.pointer) === 0) return undefined;
  const [width = 0, height = 0] = scratch.floats;
  return { width, height };
};

const isValid = ({ width, height }: Size): boolean => width > 0 && height > 0 && Number.isFinite(width * height);

/** Units from the origin that hold the media box of any page. */
const BEYOND_MEDIA = 1e6;

/**
 * Makes a page whose crop box lies outside of its media box as large as that, as pdf.js does: PDFium gives it no size,
 * and its words no place.
 * @returns the size that is stated then; undefined for a page that does not exist
 */
export const uncropIfEmpty = (open: Document, index: number): Size | undefined => {
  const size = statedSize(open, index);
  if (size === undefined || isValid(size)) return size;
  const { pdfium, document } = open;
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return size;
  pdfium.FPDFPage_SetCropBox(page, -BEYOND_MEDIA, -BEYOND_MEDIA, BEYOND_MEDIA, BEYOND_MEDIA);
  pdfium.FPDF_ClosePage(page);
  return statedSize(open, index);
};

/** The size that a viewer displays; undefined for a page that does not exist. */
export const sizeByIndex = (open: Document, index: number): Size | undefined => {
  const size = uncropIfEmpty(open, index);
  return size === undefined || isValid(size) ? size : A4;
};
