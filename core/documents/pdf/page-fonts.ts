/** Finds the fonts of a loaded PDF page's text. Pages of one document usually share them; those of two rarely do. */
import type { PageFont } from '../page-record.ts';
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
  const handles = new Set(textObjects(pdfium, page).map((object) => pdfium.FPDFTextObj_GetFont(object)));
  handles.delete(0);
  const name = pdfium.malloc(MAX_NAME_BYTES);
  if (name === 0) return [];
  try {
    const fonts = new Map<string, PageFont>();
    for (const handle of handles) {
      const font = { name: nameOf(pdfium, handle, name), bytes: embeddedBytes(pdfium, handle, scratch) };
      if (font.name !== '' && fonts.size < MAX_FONTS) fonts.set(`${font.name} ${font.bytes}`, font);
    }
    return [...fonts.values()].sort((a, b) => (a.name === b.name ? a.bytes - b.bytes : a.name < b.name ? -1 : 1));
  } finally {
    pdfium.free(name);
  }
};

/** The page's text objects and those of its forms, recursively. */
const textObjects = (pdfium: PdfiumFunctions, page: number): number[] => {
  const texts: number[] = [];
  const forms: number[] = [];
  let searched = 0;
  const search = (count: number, at: (index: number) => number): void => {
    for (let index = 0; index < count && searched < MAX_OBJECTS; index += 1, searched += 1) {
      const object = at(index);
      const type = pdfium.FPDFPageObj_GetType(object);
      if (type === PAGE_OBJECT.text) texts.push(object);
      else if (type === PAGE_OBJECT.form) forms.push(object);
    }
  };
  search(pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index));
  // The loop also visits the forms that it finds.
  for (const form of forms)
    search(pdfium.FPDFFormObj_CountObjects(form), (index) => pdfium.FPDFFormObj_GetObject(form, index));
  return texts;
};

const nameOf = (pdfium: PdfiumFunctions, font: number, buffer: number): string => {
  const length = pdfium.FPDFFont_GetBaseFontName(font, buffer, MAX_NAME_BYTES);
  if (length <= 1 || length > MAX_NAME_BYTES) return '';
  const name = Buffer.from(pdfium.memory.buffer, buffer >>> 0, length - 1).toString('utf8');
  return name.replace(SUBSET_TAG, '').slice(0, MAX_NAME);
};

/** Size of the embedded font file; 0 if the font is not embedded. */
const embeddedBytes = (pdfium: PdfiumFunctions, font: number, scratch: Scratch): number => {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return 0;
  return pdfium.FPDFFont_GetFontData(font, 0, 0, scratch.pointer) === 0 ? 0 : (scratch.integers[0] ?? 0) >>> 0;
};
