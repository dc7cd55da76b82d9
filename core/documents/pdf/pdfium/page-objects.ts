/** The objects of a loaded page, and how they lie on it. */
import { PAGE_OBJECT } from './pdfium-functions.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';
import type { Engine } from './pdfium-scratch.ts';

/** An affine transform: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The transform of an object; undefined where PDFium tells none. */
export const matrixOf = ({ pdfium, scratch }: Engine, object: number): Matrix | undefined => {
  if (pdfium.FPDFPageObj_GetMatrix(object, scratch.pointer) === 0) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = scratch.floats;
  return { a, b, c, d, e, f };
};

/** The transform that applies `inner` first. */
export const product = (inner: Matrix, outer: Matrix): Matrix => ({
  a: inner.a * outer.a + inner.b * outer.c,
  b: inner.a * outer.b + inner.b * outer.d,
  c: inner.c * outer.a + inner.d * outer.c,
  d: inner.c * outer.b + inner.d * outer.d,
  e: inner.e * outer.a + inner.f * outer.c + outer.e,
  f: inner.e * outer.b + inner.f * outer.d + outer.f,
});

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

/** The objects of the page and those of its forms, at most `most`. */
export const allObjects = (pdfium: PdfiumFunctions, page: number, most: number): number[] =>
  withObjectsOfForms(pdfium, firstObjects(pdfium, page, most), most);
