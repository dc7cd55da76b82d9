/**
 * Text without glyphs: its font is not in the PDF, and the machine has no font for its script. PDFium knows the characters and
 * their advance widths. The boxes of such characters are lines of that width.
 */
import { allObjects } from '../page-objects.ts';
import { PAGE_OBJECT } from '../pdfium-functions.ts';
import type { Engine } from '../pdfium-scratch.ts';

/** Most page objects that are searched for text, those of forms included, as a protection against malicious files. */
const MAX_OBJECTS = 20_000;
/** Width in points below which PDFium leaves a text object out of the text layer. */
const MIN_WIDTH = 0.01;
/** FPDF_TEXTRENDERMODE_STROKE of fpdf_edit.h. */
const STROKE = 1;
/** Thickness of a box in multiples of its length up to which it is that of no glyph: PDFium gives it a thousandth of the size. */
const MAX_LINE_SHARE = 0.002;
/** Top and bottom of an ideographic character over its baseline, as a fraction of the font size (Adobe-Japan1). */
const ASCENT = 0.88;
const DESCENT = -0.12;

/** A box in user space. */
export interface UserBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/**
 * Gives text objects without a width the width of a stroke, so that PDFium includes them in the text layer: those of a single
 * character, and those that are written upwards or downwards. What is drawn stays the same.
 * @param page handle of the loaded page
 */
export const widenGlyphlessText = ({ pdfium, scratch }: Engine, page: number): void => {
  for (const object of allObjects(pdfium, page, MAX_OBJECTS)) {
    if (pdfium.FPDFPageObj_GetType(object) !== PAGE_OBJECT.text) continue;
    const at = scratch.pointer;
    if (pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
    const [left = 0, , right = 0] = scratch.floats;
    if (right - left >= MIN_WIDTH) continue;
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object);
    pdfium.FPDFTextObj_SetTextRenderMode(object, STROKE);
    // A transform, here the identity, makes PDFium compute the bounds anew.
    pdfium.FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, 0);
    pdfium.FPDFTextObj_SetTextRenderMode(object, mode);
  }
};

/**
 * The box of a character without a glyph, from its origin on the baseline, in horizontal and in vertical writing; undefined for a
 * character with a glyph.
 * @param text handle of the text page
 * @param width width of the box that PDFium tells, in user space
 * @param height its height
 */
export const glyphlessBox = (
  { pdfium, scratch }: Engine,
  text: number,
  index: number,
  width: number,
  height: number,
): UserBox | undefined => {
  const advance = Math.max(width, height);
  if (Math.min(width, height) > advance * MAX_LINE_SHARE) return undefined;
  pdfium.FPDFText_GetCharOrigin(text, index, scratch.pointer, scratch.pointer + 8);
  const [x = 0, y = 0] = scratch.doubles;
  pdfium.FPDFText_GetMatrix(text, index, scratch.pointer);
  const [a = 0, b = 0, c = 0, d = 0] = scratch.floats;
  const size = pdfium.FPDFText_GetFontSize(text, index);
  const along = advance / Math.hypot(a, b);
  const xs = [x + c * size * DESCENT, x + c * size * ASCENT].flatMap((side) => [side, side + a * along]);
  const ys = [y + d * size * DESCENT, y + d * size * ASCENT].flatMap((side) => [side, side + b * along]);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
};
