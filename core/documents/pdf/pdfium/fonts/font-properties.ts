/** Properties of a font that PDFium has loaded. */
import type { PdfiumFunctions } from '../pdfium-functions.ts';
import type { Scratch } from '../pdfium-scratch.ts';

/** The bytes of the font's name; empty for a name of more than `most` bytes, its closing zero included. */
export const baseFontName = (pdfium: PdfiumFunctions, font: number, most: number): Buffer => {
  const at = pdfium.malloc(most);
  if (at === 0) return Buffer.alloc(0);
  try {
    const length = pdfium.FPDFFont_GetBaseFontName(font, at, most);
    return length > most
      ? Buffer.alloc(0)
      : Buffer.from(Buffer.from(pdfium.memory.buffer, at >>> 0, Math.max(0, length - 1)));
  } finally {
    pdfium.free(at);
  }
};

/** Size of the font's file in bytes; of a font that is not embedded, that of the font that PDFium takes in its place. */
export const fontFileSize = (pdfium: PdfiumFunctions, font: number, scratch: Scratch): number =>
  pdfium.FPDFFont_GetFontData(font, 0, 0, scratch.pointer) === 0 ? 0 : (scratch.integers[0] ?? 0) >>> 0;
