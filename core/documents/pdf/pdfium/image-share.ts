/** Measures how much of a page its images cover: a scan may be cut into strips, and lie in forms. */
import { PAGE_OBJECT } from './pdfium-functions.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';
import type { Scratch } from './pdfium-scratch.ts';

/**
 * Maximum number of page objects that are searched for images, those of forms included. Some programs draw a scan over one
 * object for each word of its text.
 */
const MAX_OBJECTS = 2000;
/** Rows and columns of the grid whose cells are counted. */
const CELLS = 64;

interface Engine {
  readonly pdfium: PdfiumFunctions;
  readonly scratch: Scratch;
}

/** An affine transform: x' = a·x + c·y + e, y' = b·x + d·y + f. */
interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The objects of a page or of a form. */
interface Content {
  readonly count: number;
  readonly objectAt: (index: number) => number;
  /** The transform of the content to cells from the lower left of the page. */
  readonly toCells: Matrix;
}

/**
 * @param page handle of the loaded page
 * @returns the fraction of the page that images cover, 0 to 1
 */
export const imageShare = (engine: Engine, page: number): number => {
  const { pdfium } = engine;
  const covered = new Uint8Array(CELLS * CELLS);
  const contents: Content[] = [
    {
      count: pdfium.FPDFPage_CountObjects(page),
      objectAt: (index) => pdfium.FPDFPage_GetObject(page, index),
      toCells: pageToCells(engine, page),
    },
  ];
  let examined = 0;
  // The loop also visits the forms that it appends.
  for (const { count, objectAt, toCells } of contents) {
    for (let index = 0; index < count && examined < MAX_OBJECTS; index += 1) {
      examined += 1;
      const object = objectAt(index);
      const type = pdfium.FPDFPageObj_GetType(object);
      // An image is a unit square in its own space.
      if (type === PAGE_OBJECT.image) cover(covered, product(matrixOf(engine, object), toCells));
      if (type === PAGE_OBJECT.form) contents.push(contentOf(engine, object, toCells));
    }
  }
  return covered.reduce((sum, cell) => sum + cell, 0) / covered.length;
};

const contentOf = (engine: Engine, form: number, toCells: Matrix): Content => ({
  count: engine.pdfium.FPDFFormObj_CountObjects(form),
  objectAt: (index) => engine.pdfium.FPDFFormObj_GetObject(form, index),
  toCells: product(matrixOf(engine, form), toCells),
});

const pageToCells = ({ pdfium, scratch }: Engine, page: number): Matrix => {
  pdfium.FPDF_GetPageBoundingBox(page, scratch.pointer);
  const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
  const [a, d] = [CELLS / (right - left), CELLS / (top - bottom)];
  return { a, b: 0, c: 0, d, e: -left * a, f: -bottom * d };
};

const matrixOf = ({ pdfium, scratch }: Engine, object: number): Matrix => {
  pdfium.FPDFPageObj_GetMatrix(object, scratch.pointer);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = scratch.floats;
  return { a, b, c, d, e, f };
};

/** The transform that applies `inner` first. */
const product = (inner: Matrix, outer: Matrix): Matrix => ({
  a: inner.a * outer.a + inner.b * outer.c,
  b: inner.a * outer.b + inner.b * outer.d,
  c: inner.c * outer.a + inner.d * outer.c,
  d: inner.c * outer.b + inner.d * outer.d,
  e: inner.e * outer.a + inner.f * outer.c + outer.e,
  f: inner.e * outer.b + inner.f * outer.d + outer.f,
});

/** Marks the cells whose centres are in the box around the image. */
const cover = (covered: Uint8Array, { a, b, c, d, e, f }: Matrix): void => {
  const [left, right] = cellsOf(e, a, c);
  const [bottom, top] = cellsOf(f, b, d);
  for (let row = bottom; row < top; row += 1) covered.fill(1, row * CELLS + left, row * CELLS + right);
};

/** The cells along one axis from a corner of the image and its two sides: the first one, and the one after the last. */
const cellsOf = (corner: number, side: number, otherSide: number): [number, number] => [
  cellAt(corner + Math.min(0, side) + Math.min(0, otherSide)),
  cellAt(corner + Math.max(0, side) + Math.max(0, otherSide)),
];

/** The first cell whose centre is not before the position. */
const cellAt = (position: number): number => Math.min(CELLS, Math.max(0, Math.ceil(position - 0.5)));
