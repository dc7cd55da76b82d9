/** Reads the text layer of a loaded PDF page and renders the page. */
import { DocumentUnreadableError } from '../../errors.ts';
import type { TextLayer } from '../formats/document-reader.ts';
import { glyphlessBox, widenGlyphlessText } from './pdfium/fonts/glyphless-text.ts';
import { imageShare } from './pdfium/image-share.ts';
import { ligatureLetters } from './pdfium/fonts/ligature-glyphs.ts';
import { correctMisread, NO_CHARACTER } from './pdfium/fonts/mac-roman-misreading.ts';
import type { Matrix } from './pdfium/page-objects.ts';
import { firstObjects, withObjectsOfForms } from './pdfium/page-objects.ts';
import { lacksCjkFont } from './pdfium/fonts/pdfium-fonts.ts';
import { PAGE_OBJECT } from './pdfium/pdfium-functions.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import type { TextCharacter } from './pdf-words.ts';
import type { PageFontDictionaries } from './font-dictionaries.ts';
import { buildWords } from './pdf-words.ts';
import type { Scratch } from './pdfium/pdfium-scratch.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { CharacterCounts } from './text-layer-quality.ts';
import { isGarbageCode, assessTextLayer } from './text-layer-quality.ts';

/** Maximum number of characters of a page that are read, as a protection against malicious files. */
const MAX_CHARACTERS = 100_000;
const SPACE = 0x20;
/** The character of a glyph without one (U+FFFD): it counts as garbage, so that the page may be read by OCR. */
const UNKNOWN_CHARACTER = 0xfffd;
const MAX_CODE_POINT = 0x10_ffff;
/** Difference below which two positions, in points, are equal. */
const ROUNDING = 0.01;
/** Minimum gap between two words, as a fraction of the height of the line's font. */
const MIN_SPACE = 0.05;
/** Maximum number of page objects that are searched for oversized images, and of objects of forms beside them. */
const MAX_OBJECTS = 500;
/**
 * Maximum number of pixels of one image. ISO A0 scanned at 600 dpi has 558 million; decoding takes 3 to 8 seconds per
 * thousand million pixels.
 */
const MAX_IMAGE_PIXELS = 600_000_000;
/** The render mode of every eighth character is read. */
const RENDER_MODE_STEP = 8;

/** FPDF_TEXTRENDERMODE_INVISIBLE of fpdf_edit.h. */
const INVISIBLE_TEXT = 3;

/** FPDF_ANNOT, FPDF_GRAYSCALE, FPDF_REVERSE_BYTE_ORDER and the bitmap formats Gray and BGRx of fpdfview.h. */
const DRAW_ANNOTATIONS = 0x01;
const GREY = 0x08;
const RED_FIRST = 0x10;
const FORMAT_GREY = 1;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff | 0;

/** Device units per point while the transform is measured: FPDF_PageToDevice rounds to integers. */
const TRANSFORM_SCALE = 1000;
/** Distance in user space between the points at which the transform is measured. */
const TRANSFORM_SPAN = 1000;

/** By index, because destructuring a typed array as an iterable takes longer than the call that filled it. */
const firstFour = (numbers: Float64Array | Float32Array): readonly (number | undefined)[] => [
  numbers[0],
  numbers[1],
  numbers[2],
  numbers[3],
];

/** The transform from PDF user space to points from the top left of the page as a viewer displays it. */
const measureTransform = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): Matrix => {
  const width = Math.round(pdfium.FPDF_GetPageWidthF(page) * TRANSFORM_SCALE);
  const height = Math.round(pdfium.FPDF_GetPageHeightF(page) * TRANSFORM_SCALE);
  const at = (x: number, y: number): [number, number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, scratch.pointer, scratch.pointer + 4);
    const [deviceX = 0, deviceY = 0] = scratch.integers;
    return [deviceX / TRANSFORM_SCALE, deviceY / TRANSFORM_SCALE];
  };
  const [e, f] = at(0, 0);
  const [rightX, rightY] = at(TRANSFORM_SPAN, 0);
  const [upX, upY] = at(0, TRANSFORM_SPAN);
  return {
    a: (rightX - e) / TRANSFORM_SPAN,
    b: (rightY - f) / TRANSFORM_SPAN,
    c: (upX - e) / TRANSFORM_SPAN,
    d: (upY - f) / TRANSFORM_SPAN,
    e,
    f,
  };
};

const transformBox = (
  code: number,
  { a, b, c, d, e, f }: Matrix,
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

/** Whether the code is that of a glyph whose character the font does not tell: 0, or a control character. */
const isUnmapped = (code: number): boolean => code < SPACE && isGarbageCode(code);

/**
 * Whether the characters around a space follow each other on a line without a gap: some programs draw a space and move
 * back ("fi" + space + "ling"), and PDFium adds spaces beside thin glyphs.
 */
const neighboursTouch = (pdfium: PdfiumFunctions, text: number, index: number, scratch: Scratch): boolean => {
  if (pdfium.FPDFText_GetLooseCharBox(text, index - 1, scratch.pointer) === 0) return false;
  const [, top = 0, right = 0, bottom = 0] = firstFour(scratch.floats);
  if (pdfium.FPDFText_GetLooseCharBox(text, index + 1, scratch.pointer) === 0) return false;
  const [nextLeft = 0, nextTop = 0, , nextBottom = 0] = firstFour(scratch.floats);
  const height = Math.min(top - bottom, nextTop - nextBottom);
  const overlap = Math.min(top, nextTop) - Math.max(bottom, nextBottom);
  return Math.abs(nextLeft - right) < MIN_SPACE * height && overlap > height / 2;
};

/** A character with its box: that of the glyph, or the loose box if the glyph has no outline (fonts of OCR layers). */
const locateCharacter = (
  pdfium: PdfiumFunctions,
  text: number,
  index: number,
  code: number,
  scratch: Scratch,
  transform: Matrix,
): TextCharacter => {
  const at = scratch.pointer;
  pdfium.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24);
  const [left = 0, right = 0, bottom = 0, top = 0] = firstFour(scratch.doubles);
  const hasExtent = right > left && top > bottom;
  if (!isUnmapped(code)) {
    const em = lacksCjkFont(pdfium)
      ? glyphlessBox({ pdfium, scratch }, text, index, right - left, top - bottom)
      : undefined;
    if (em !== undefined) return transformBox(code, transform, em.left, em.bottom, em.right, em.top);
    if (hasExtent) return transformBox(code, transform, left, bottom, right, top);
  }
  pdfium.FPDFText_GetLooseCharBox(text, index, at);
  const [looseLeft = 0, looseTop = 0, looseRight = 0, looseBottom = 0] = firstFour(scratch.floats);
  // PDFium gives a glyph without an outline, such as that of a space, the box of its advance width.
  const isDrawn = hasExtent && Math.max(Math.abs(left - looseLeft), Math.abs(right - looseRight)) > ROUNDING;
  const told = isDrawn ? UNKNOWN_CHARACTER : code;
  return transformBox(told, transform, looseLeft, looseBottom, looseRight, looseTop);
};

/** The code point of a character. A font may tell a number that is none, such as the bytes of UTF-8 in place of UTF-16. */
const codePointAt = (pdfium: PdfiumFunctions, text: number, index: number): number => {
  const code = pdfium.FPDFText_GetUnicode(text, index);
  return code > MAX_CODE_POINT ? UNKNOWN_CHARACTER : code;
};

interface TextOptions {
  readonly fonts: PageFontDictionaries;
  /** To points on the page as a viewer displays it. */
  readonly transform: Matrix;
}

function* readCharacters(
  pdfium: PdfiumFunctions,
  text: number,
  scratch: Scratch,
  counts: CharacterCounts,
  { fonts, transform }: TextOptions,
): Generator<TextCharacter> {
  const count = Math.min(pdfium.FPDFText_CountChars(text), MAX_CHARACTERS);
  const correct = correctMisread({ pdfium, text, scratch }, fonts.isUndeclared);
  const lettersAt = ligatureLetters({ pdfium, text, scratch }, fonts.glyphName);
  for (let index = 0; index < count; index += 1) {
    const code = codePointAt(pdfium, text, index);
    const corrected = correct(index, code);
    if (corrected === NO_CHARACTER) continue;
    if (corrected !== undefined) {
      counts.visible += 1;
      if (isGarbageCode(corrected)) counts.garbage += 1;
      yield locateCharacter(pdfium, text, index, corrected, scratch, transform);
      continue;
    }
    if (code === SPACE || pdfium.FPDFText_IsGenerated(text, index) === 1) {
      const isSeen = code !== SPACE || !neighboursTouch(pdfium, text, index, scratch);
      if (isSeen) yield { code, x1: 0, y1: 0, x2: 0, y2: 0 };
      continue;
    }
    const ligature = lettersAt(index, code);
    if (ligature !== undefined) {
      counts.visible += ligature.length;
      for (const letter of ligature)
        yield locateCharacter(pdfium, text, index, letter.charCodeAt(0), scratch, transform);
      continue;
    }
    countCharacter(pdfium, text, index, code, counts);
    yield locateCharacter(pdfium, text, index, code, scratch, transform);
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

/**
 * Reads the text layer of a page with word boxes, and assesses its quality.
 * @param fonts what the file declares about the page's fonts; called only when needed
 */
export const readTextLayer = (
  pdfium: PdfiumFunctions,
  page: number,
  scratch: Scratch,
  fonts: PageFontDictionaries,
): TextLayer => {
  if (lacksCjkFont(pdfium)) widenGlyphlessText({ pdfium, scratch }, page);
  const options = { fonts, transform: measureTransform(pdfium, page, scratch) };
  const layer = readText(pdfium, page, scratch, options);
  if (layer.rotation === 0) return layer;
  const upright = turned(pdfium, page, layer.rotation, () => readText(pdfium, page, scratch, options));
  return upright.rotation === layer.rotation ? upright : layer;
};

/** Calls `read` on the page as it is displayed after a rotation: PDFium puts the text of each line in order from left to right. */
const turned = <Result>(
  pdfium: PdfiumFunctions,
  page: number,
  rotation: TextLayer['rotation'],
  read: () => Result,
): Result => {
  const quarters = pdfium.FPDFPage_GetRotation(page);
  pdfium.FPDFPage_SetRotation(page, (quarters + rotation / 90) % 4);
  try {
    return read();
  } finally {
    pdfium.FPDFPage_SetRotation(page, quarters);
  }
};

const readText = (pdfium: PdfiumFunctions, page: number, scratch: Scratch, options: TextOptions): TextLayer => {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return { words: [], quality: 'none', doubt: 'no', rotation: 0 };
  try {
    const counts: CharacterCounts = { visible: 0, garbage: 0, unmapped: 0, invisible: 0 };
    const { words, rotation } = buildWords(readCharacters(pdfium, text, scratch, counts, options));
    const share = words.length === 0 ? 0 : imageShare({ pdfium, scratch }, page);
    const statistics = { ...counts, words: words.map((word) => word.text), imageShare: share };
    return { words, rotation, ...assessTextLayer(statistics) };
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
};

/**
 * Checks the images of a page before it is rendered, because PDFium cannot be interrupted while it decodes an image.
 * @throws DocumentUnreadableError if an image on the page has more pixels than any scan
 */
export const rejectOversizedImages = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): void => {
  const objects = firstObjects(pdfium, page, MAX_OBJECTS);
  for (const object of withObjectsOfForms(pdfium, objects, objects.length + MAX_OBJECTS)) {
    if (pdfium.FPDFPageObj_GetType(object) !== PAGE_OBJECT.image) continue;
    if (pdfium.FPDFImageObj_GetImagePixelSize(object, scratch.pointer, scratch.pointer + 4) === 0) continue;
    const [width = 0, height = 0] = scratch.integers;
    if (width * height <= MAX_IMAGE_PIXELS) continue;
    const [wide, tall, most] = [width, height, MAX_IMAGE_PIXELS].map((pixels) => pixels.toLocaleString('en'));
    throw new DocumentUnreadableError(
      `An image on the page has ${wide} × ${tall} pixels; at most ${most} are drawn. ` +
        'Save it with fewer pixels, and send it again.',
    );
  }
};

/**
 * Renders a page on white at exactly this size in pixels, with annotations and form fields.
 * @throws Error if PDFium has no memory for the bitmap
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
    // PDFium traps on grey together with reversed byte order, so only colour uses the latter.
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
