/** Makes form field values, stamps and notes, which are annotations, part of a page's content and so of its text layer. */
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import type { Scratch } from './pdfium/pdfium-scratch.ts';

/** FLAT_NORMALDISPLAY of fpdf_flatten.h. */
const FOR_DISPLAY = 0;
/** Subtypes of annotations without an appearance on the page (fpdf_annot.h). */
const [LINK, POPUP] = [2, 16];
/** Maximum number of annotations that are checked: a page with more is assumed to have visible ones. */
const MAX_ANNOTATIONS = 200;

interface Engine {
  readonly pdfium: PdfiumFunctions;
  readonly scratch: Scratch;
}

/** @param page handle of the loaded page */
export const hasVisibleAnnotations = (pdfium: PdfiumFunctions, page: number): boolean => {
  const count = pdfium.FPDFPage_GetAnnotCount(page);
  if (count > MAX_ANNOTATIONS) return true;
  return Array.from({ length: count }, (_, index) => subtypeOf(pdfium, page, index)).some(
    (subtype) => subtype !== LINK && subtype !== POPUP,
  );
};

const subtypeOf = (pdfium: PdfiumFunctions, page: number, index: number): number => {
  const annotation = pdfium.FPDFPage_GetAnnot(page, index);
  const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
  pdfium.FPDFPage_CloseAnnot(annotation);
  return subtype;
};

/**
 * Draws the annotations into the page, which shows them when it is loaded anew. A page that inherits its resources loses them
 * (own-resources.ts).
 * @param page handle of the loaded page
 */
export const flattenAnnotations = (engine: Engine, page: number): void => {
  writeOwnBoxes(engine, page);
  engine.pdfium.FPDFPage_Flatten(page, FOR_DISPLAY);
};

/**
 * Gives the page the box that a viewer displays as its own: flattening does not look for boxes of the page tree, and
 * would write those of a US Letter page into it.
 */
const writeOwnBoxes = ({ pdfium, scratch }: Engine, page: number): void => {
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer) === 0) return;
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  pdfium.FPDFPage_SetMediaBox(page, left, bottom, right, top);
  pdfium.FPDFPage_SetCropBox(page, left, bottom, right, top);
};
