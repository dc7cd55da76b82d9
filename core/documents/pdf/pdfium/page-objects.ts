/** The objects of a loaded page. */
import { PAGE_OBJECT } from './pdfium-functions.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';

/** The first objects of the page, at most `most`. */
export const firstObjects = (pdfium: PdfiumFunctions, page: number, most: number): number[] =>
  Array.from({ length: Math.min(pdfium.FPDFPage_CountObjects(page), most) }, (_, index) =>
    pdfium.FPDFPage_GetObject(page, index),
  );

/** The objects and those of the forms among them, recursively; at most `most` with the objects themselves. */
export const withObjectsOfForms = (pdfium: PdfiumFunctions, objects: readonly number[], most: number): number[] => {
  const found = [...objects];
  // The loop also visits the objects that it appends.
  for (const object of found) {
    if (pdfium.FPDFPageObj_GetType(object) !== PAGE_OBJECT.form) continue;
    const held = Math.min(pdfium.FPDFFormObj_CountObjects(object), most - found.length);
    for (let index = 0; index < held; index += 1) found.push(pdfium.FPDFFormObj_GetObject(object, index));
  }
  return found;
};
