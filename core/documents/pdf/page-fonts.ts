/** Finds the fonts of a loaded PDF page's text. Pages of one document usually share them; those of two rarely do. */
import type { PageFont } from '../page-record.ts';
import { baseFontName, fontFileSize } from './pdfium/fonts/font-properties.ts';
import { allObjects } from './pdfium/page-objects.ts';
import { PAGE_OBJECT } from './pdfium/pdfium-functions.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import type { Scratch } from './pdfium/pdfium-scratch.ts';

/** Most page objects that are searched for text, those of forms included, as a protection against malicious files. */
const MAX_OBJECTS = 20_000;
/** Most fonts of a page, and most characters of a font's name, in a page record. */
const MAX_FONTS = 64;
const MAX_NAME = 128;
const MAX_NAME_BYTES = 4 * MAX_NAME;
/** The subset tag of an embedded font's name, `ABCDEF+` (ISO 32000-2, 9.9.2), which PDFium removes for simple fonts. */
const SUBSET_TAG = /^[A-Z]{6}\+/u;

/** The fonts of the page's text objects, each once, in the order of their names and sizes; fonts without a name are left out. */
export const pageFonts = (pdfium: PdfiumFunctions, page: number, scratch: Scratch): PageFont[] => {
  const objects = allObjects(pdfium, page, MAX_OBJECTS);
  const texts = objects.filter((object) => pdfium.FPDFPageObj_GetType(object) === PAGE_OBJECT.text);
  const handles = new Set(texts.map((object) => pdfium.FPDFTextObj_GetFont(object)));
  handles.delete(0);
  const fonts = new Map<string, PageFont>();
  for (const handle of handles) {
    const font = { name: nameOf(pdfium, handle), bytes: embeddedBytes(pdfium, handle, scratch) };
    if (font.name !== '' && fonts.size < MAX_FONTS) fonts.set(`${font.name} ${font.bytes}`, font);
  }
  return [...fonts.values()].sort((a, b) => (a.name === b.name ? a.bytes - b.bytes : a.name < b.name ? -1 : 1));
};

const nameOf = (pdfium: PdfiumFunctions, font: number): string =>
  baseFontName(pdfium, font, MAX_NAME_BYTES).toString('utf8').replace(SUBSET_TAG, '').slice(0, MAX_NAME);

/** Size of the embedded font file; 0 if the font is not embedded. */
const embeddedBytes = (pdfium: PdfiumFunctions, font: number, scratch: Scratch): number =>
  pdfium.FPDFFont_GetIsEmbedded(font) === 1 ? fontFileSize(pdfium, font, scratch) : 0;
