/** One loaded page of a PDF: its text layer and its picture. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { TextLayer } from '../formats/document-reader.ts';
import { misreadCharacters, NO_CHARACTER } from './pdfium/mac-roman-misreading.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import type { TextCharacter } from './pdf-words.ts';
import { buildWords } from './pdf-words.ts';
import type { Scratch } from './pdfium/pdfium-scratch.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { CharacterCounts } from './text-layer-quality.ts';
import { isGarbageCode, judgeTextLayer } from './text-layer-quality.ts';

/** Where a point of PDF user space lies on the page as a viewer shows it: x' = a·x + c·y + e, y' = b·x + d·y + f, in points from the top left. */
interface Placement {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Characters of a page that are read; a page of 300,000 characters is a bomb, not a page. */
const MOST_CHARACTERS = 100_000;
/** Page objects that are looked at for pictures. */
const MOST_OBJECTS = 500;
/** Pixels of one image that are drawn. ISO A0 scanned at 600 dpi has 558 million; decoding takes 3 to 8 seconds a thousand million. */
const MOST_IMAGE_PIXELS = 600_000_000;
/** Every so many characters one is asked for its render mode. */
const RENDER_MODE_STEP = 8;

/** fpdf_edit.h */
const OBJECT_IS_IMAGE = 3;
const OBJECT_IS_FORM = 5;
const INVISIBLE_TEXT = 3;

/** fpdfview.h: FPDF_ANNOT, FPDF_GRAYSCALE, FPDF_REVERSE_BYTE_ORDER; bitmap formats Gray and BGRx. */
const DRAW_ANNOTATIONS = 0x01;
const GREY = 0x08;
const RED_FIRST = 0x10;
const FORMAT_GREY = 1;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff | 0;

/** Device units a point while the placement is measured: PageToDevice rounds to whole units. */
const PLACEMENT_SCALE = 1000;
/** User space points between which it is measured. */
const PLACEMENT_SPAN = 1000;

/** By index: taking a typed array apart as an iterable costs more than the call that filled it. */
const firstFour = (numbers: Float64Array | Float32Array): readonly (number | undefined)[] => [
  numbers[0],
  numbers[1],
  numbers[2],
  numbers[3],
];

const measurePlacement = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): Placement => {
  const width = Math.round(pdfium.FPDF_GetPageWidthF(page) * PLACEMENT_SCALE);
  const height = Math.round(pdfium.FPDF_GetPageHeightF(page) * PLACEMENT_SCALE);
  const at = (x: number, y: number): [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, scratch.pointer, scratch.pointer + 4);
    const [deviceX = 0, deviceY = 0] = scratch.integers;
    return [deviceX / PLACEMENT_SCALE, deviceY / PLACEMENT_SCALE];
  };
  const [e, f] = at(0, 0);
  const [rightX, rightY] = at(PLACEMENT_SPAN, 0);
  const [upX, upY] = at(0, PLACEMENT_SPAN);
  return {
    a: (rightX - e) / PLACEMENT_SPAN,
    b: (rightY - f) / PLACEMENT_SPAN,
    c: (upX - e) / PLACEMENT_SPAN,
    d: (upY - f) / PLACEMENT_SPAN,
    e,
    f,
  };
};

const place = (
  code: number,
  { a, b, c, d, e, f }: Placement,
  left: number,
  bottom: number,
  right: number,
  top: number,
): TextCharacter => {
  const x1 = a * left + c * bottom + e;
  const x2 = a * right + c * top + e;
  const y1 = b * left + d * bottom + f;
  const y2 = b * right + d * top + f;
  return { code, x1: Math.min(x1, x2), y1: Math.min(y1, y2), x2: Math.max(x1, x2), y2: Math.max(y1, y2) };
};

/** A character with its corners: those of its glyph, or of its line where the glyph has no outline (fonts of OCR layers). */
const placeCharacter = (
  pdfium: PdfiumFunctions,
  text: number,
  index: number,
  code: number,
  scratch: Scratch,
  placement: Placement,
): TextCharacter => {
  const at = scratch.pointer;
  pdfium.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
  const [left = 0, right = 0, bottom = 0, top = 0] = firstFour(scratch.doubles);
  if (right > left && top > bottom) return place(code, placement, left, bottom, right, top);
  pdfium.FPDFText_GetLooseCharBox(text, index, at);
  const [looseLeft = 0, looseTop = 0, looseRight = 0, looseBottom = 0] = firstFour(scratch.floats);
  return place(code, placement, looseLeft, looseBottom, looseRight, looseTop);
};

function* readCharacters(
  pdfium: PdfiumFunctions,
  page: number,
  text: number,
  scratch: Scratch,
  counts: CharacterCounts,
  undeclared: () => ReadonlySet<string>,
): Generator<TextCharacter> {
  const placement = measurePlacement(pdfium, page, scratch);
  const count = Math.min(pdfium.FPDFText_CountChars(text), MOST_CHARACTERS);
  const misread = misreadCharacters({ pdfium, text, scratch }, count, undeclared);
  for (let index = 0; index < count; index += 1) {
    const corrected = misread.get(index);
    if (corrected === NO_CHARACTER) continue;
    if (corrected !== undefined) {
      counts.visible += 1;
      if (isGarbageCode(corrected)) counts.garbage += 1;
      yield placeCharacter(pdfium, text, index, corrected, scratch, placement);
      continue;
    }
    const code = pdfium.FPDFText_GetUnicode(text, index);
    if (pdfium.FPDFText_IsGenerated(text, index) === 1) {
      yield { code, x1: 0, y1: 0, x2: 0, y2: 0 };
      continue;
    }
    if (code !== 0x20) countCharacter(pdfium, text, index, code, counts);
    // A character without a code point is a glyph all the same: the recogniser will have to read it.
    yield placeCharacter(pdfium, text, index, code === 0 ? 0xfffd : code, scratch, placement);
  }
}

const countCharacter = (
  pdfium: PdfiumFunctions,
  text: number,
  index: number,
  code: number,
  counts: CharacterCounts,
): void => {
  counts.visible += 1;
  if (isGarbageCode(code)) counts.garbage += 1;
  if (pdfium.FPDFText_HasUnicodeMapError(text, index) === 1) counts.unmapped += 1;
  if (index % RENDER_MODE_STEP === 0 && isInvisible(pdfium, text, index)) counts.invisible += RENDER_MODE_STEP;
};

const isInvisible = (pdfium: PdfiumFunctions, text: number, index: number): boolean => {
  const object = pdfium.FPDFText_GetTextObject(text, index);
  return object !== 0 && pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE_TEXT;
};

const firstObjects = (pdfium: PdfiumFunctions, page: number): number[] =>
  Array.from({ length: Math.min(pdfium.FPDFPage_CountObjects(page), MOST_OBJECTS) }, (_, index) =>
    pdfium.FPDFPage_GetObject(page, index),
  );

/** The objects and those that forms among them hold, forms in forms too; MOST_OBJECTS more at most. */
const withObjectsOfForms = (pdfium: PdfiumFunctions, objects: readonly number[]): number[] => {
  const found = [...objects];
  // What is found in a form is appended, and looked at in its turn.
  for (const object of found) {
    if (pdfium.FPDFPageObj_GetType(object) !== OBJECT_IS_FORM) continue;
    const held = Math.min(pdfium.FPDFFormObj_CountObjects(object), objects.length + MOST_OBJECTS - found.length);
    for (let index = 0; index < held; index += 1) found.push(pdfium.FPDFFormObj_GetObject(object, index));
  }
  return found;
};

/** Share of the page, 0 to 1, that its largest image covers; a form may hold the image, so it counts too where it holds one only. */
const largestPictureShare = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): number => {
  const area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page);
  let largest = 0;
  for (const object of firstObjects(pdfium, page)) {
    if (!isPicture(pdfium, object)) continue;
    const at = scratch.pointer;
    if (pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = scratch.floats;
    largest = Math.max(largest, ((right - left) * (top - bottom)) / area);
  }
  return Math.min(largest, 1);
};

const isPicture = (pdfium: PdfiumFunctions, object: number): boolean => {
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type !== OBJECT_IS_FORM) return type === OBJECT_IS_IMAGE;
  return (
    pdfium.FPDFFormObj_CountObjects(object) === 1 &&
    pdfium.FPDFPageObj_GetType(pdfium.FPDFFormObj_GetObject(object, 0)) === OBJECT_IS_IMAGE
  );
};

/**
 * The page's own text with word boxes, and how far it can be trusted.
 * @param undeclared names of the page's TrueType fonts without a declared encoding (undeclared-fonts.ts), asked for where it matters
 */
export const readTextLayer = (
  pdfium: PdfiumFunctions,
  page: number,
  scratch: Scratch,
  undeclared: () => ReadonlySet<string>,
): TextLayer => {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return { words: [], quality: 'none', doubt: 'no', rotation: 0 };
  try {
    const counts: CharacterCounts = { visible: 0, garbage: 0, unmapped: 0, invisible: 0 };
    const { words, rotation } = buildWords(readCharacters(pdfium, page, text, scratch, counts, undeclared));
    const pictureShare = words.length === 0 ? 0 : largestPictureShare(pdfium, page, scratch);
    return { words, rotation, ...judgeTextLayer({ ...counts, words: words.map((word) => word.text), pictureShare }) };
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
};

/**
 * For before a page is drawn: PDFium cannot be stopped while it decodes an image.
 * @throws DocumentUnreadableError where an image on the page is larger than any scanner makes
 */
export const refuseGiantImages = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): void => {
  for (const object of withObjectsOfForms(pdfium, firstObjects(pdfium, page))) {
    if (pdfium.FPDFPageObj_GetType(object) !== OBJECT_IS_IMAGE) continue;
    if (pdfium.FPDFImageObj_GetImagePixelSize(object, scratch.pointer, scratch.pointer + 4) === 0) continue;
    const [width = 0, height = 0] = scratch.integers;
    if (width * height <= MOST_IMAGE_PIXELS) continue;
    const [wide, tall, most] = [width, height, MOST_IMAGE_PIXELS].map((pixels) => pixels.toLocaleString('en'));
    throw new DocumentUnreadableError(
      `An image on the page has ${wide} × ${tall} pixels; at most ${most} are drawn. Save it with fewer pixels, and send it again.`,
    );
  }
};

/**
 * The page on white at exactly this size, annotations and form fields included.
 * @throws Error where PDFium has no memory for the bitmap
 */
export const renderPage = (
  pdfium: PdfiumFunctions,
  page: number,
  form: number,
  size: { width: number; height: number },
  channels: 1 | 3,
): RasterImage => {
  const { width, height } = size;
  const bytesPerPixel = channels === 1 ? 1 : 4;
  const stride = width * bytesPerPixel;
  const pixels = pdfium.malloc(stride * height);
  if (pixels === 0) throw new Error(`There is no memory for ${width} × ${height} pixels.`);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, channels === 1 ? FORMAT_GREY : FORMAT_BGRX, pixels, stride);
  try {
    // Grey together with reversed byte order is a trap of PDFium: only colour asks for it.
    const flags = channels === 1 ? DRAW_ANNOTATIONS | GREY : DRAW_ANNOTATIONS | RED_FIRST;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    if (form !== 0) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    const drawn = new Uint8Array(pdfium.memory.buffer, pixels >>> 0, stride * height);
    return { width, height, channels, data: channels === 1 ? drawn.slice() : dropFourth(drawn) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
    pdfium.free(pixels);
  }
};

/** RGBx → RGB. */
const dropFourth = (rgbx: Uint8Array): Uint8Array => {
  const rgb = new Uint8Array((rgbx.length / 4) * 3);
  for (let from = 0, to = 0; from < rgbx.length; from += 4, to += 3) {
    rgb[to] = rgbx[from] ?? 0;
    rgb[to + 1] = rgbx[from + 1] ?? 0;
    rgb[to + 2] = rgbx[from + 2] ?? 0;
  }
  return rgb;
};
