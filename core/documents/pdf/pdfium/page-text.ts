/** The fonts of the characters of a text page of PDFium. */
import type { LoadedFont } from '../font-dictionaries.ts';
import { baseFontName, fontFileSize } from './fonts/font-properties.ts';
import type { Engine } from './pdfium-scratch.ts';

/** Maximum length of a font name in bytes; a longer name is treated as unknown. */
const MAX_NAME_BYTES = 256;
const MAX_FONT_BYTES = 32 * 1024 * 1024;

/** The text page of PDFium. */
export interface PageText extends Engine {
  readonly text: number;
}

/** The handle of the character's font; 0 for a character that PDFium has added, such as a space between words. */
export const fontOf = ({ pdfium, text }: PageText, index: number): number => {
  const object = pdfium.FPDFText_GetTextObject(text, index);
  return object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
};

/** The font with this handle. */
export const loadedFont = (page: PageText, font: number): LoadedFont => ({
  name: baseFontName(page.pdfium, font, MAX_NAME_BYTES).toString('latin1'),
  file: () => fileOf(page, font),
});

/** The embedded font file; empty if it is too large or there is no memory for it. */
const fileOf = ({ pdfium, scratch }: PageText, font: number): Uint8Array => {
  const size = fontFileSize(pdfium, font, scratch);
  const at = size > MAX_FONT_BYTES ? 0 : pdfium.malloc(size);
  if (at === 0) return new Uint8Array();
  try {
    pdfium.FPDFFont_GetFontData(font, at, size, scratch.pointer);
    return new Uint8Array(pdfium.memory.buffer, at >>> 0, size).slice();
  } finally {
    pdfium.free(at);
  }
};
