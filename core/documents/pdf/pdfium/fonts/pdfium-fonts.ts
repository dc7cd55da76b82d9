/**
 * Provides PDFium with a font of this machine for Chinese, Japanese and Korean text whose font the PDF does not embed;
 * otherwise such text is blank. PDFium queries fonts through FPDF_SYSFONTINFO, a table of callbacks. The callbacks of
 * its default table, which finds no fonts inside WebAssembly, are replaced.
 */
import { readFileSync, statSync } from 'node:fs';
import { findCjkFont } from './cjk-font.ts';
import { tableOf, TTC_TAG } from './opentype-table.ts';
import type { PdfiumFunctions } from '../pdfium-functions.ts';
import { wasmFunction } from '../wasm-function.ts';

/** Indexes of the members of FPDF_SYSFONTINFO (fpdf_sysfontinfo.h) as 32-bit words. */
const MAP_FONT = 3;
const GET_FONT_DATA = 5;
const GET_FACE_NAME = 6;
const GET_FONT_CHARSET = 7;
const DELETE_FONT = 8;

/** FXFONT_SHIFTJIS_CHARSET, HANGUL, GB2312, CHINESEBIG5. */
const CJK_CHARSETS = new Set([128, 129, 134, 136]);
const SHIFT_JIS = 128;

/** The handle of the only font that is provided. */
const FONT_HANDLE = 1;
let fontBytes: Uint8Array | undefined;

/** Reads the font when the first document needs it (a CJK collection has 20 MB) and keeps it for later documents. */
const bytesOf = (path: string): Uint8Array => (fontBytes ??= readFileSync(path));

const isCollection = (path: string): boolean => path.toLowerCase().endsWith('.ttc');

/**
 * PDFium requests a few tables by their tags, then the whole file (tag 0, or the collection's tag for a collection).
 */
const fontData = (path: string, tag: number): Uint8Array => {
  if (tag === 0) return bytesOf(path);
  if (tag === TTC_TAG) return isCollection(path) ? bytesOf(path) : new Uint8Array();
  return tableOf(bytesOf(path), tag);
};

/** Instances whose document has text in such a font that neither the document nor the machine has. */
const lacking = new WeakSet<PdfiumFunctions>();

/** Whether a loaded page has such text: PDFium knows its characters, but has no glyphs for them. */
export const lacksCjkFont = (pdfium: PdfiumFunctions): boolean => lacking.has(pdfium);

/** Registers the machine's CJK font, if there is one; otherwise, notes whether a document needs one. */
export const installCjkFonts = async (pdfium: PdfiumFunctions): Promise<void> => {
  const path = await findCjkFont();
  const info = pdfium.FPDF_GetDefaultSystemFontInfo();
  if (info === 0) return;
  const slots = new Int32Array(pdfium.memory.buffer, info, 9);
  const replace = (
    member: number,
    parameters: number,
    results: 0 | 1,
    implementation: (...integers: number[]) => number | undefined,
  ): void => {
    pdfium.__indirect_function_table.set(slots[member] ?? 0, wasmFunction(implementation, parameters, results));
  };
  const hasFont = path !== undefined && statSync(path).isFile();
  replace(MAP_FONT, 7, 1, (_info, _weight, _italic, charset) => {
    if (!CJK_CHARSETS.has(charset)) return 0;
    if (!hasFont) lacking.add(pdfium);
    return hasFont ? FONT_HANDLE : 0;
  });
  if (hasFont) {
    replace(GET_FONT_DATA, 5, 1, (_info, _font, tag = 0, buffer = 0, size = 0) => {
      const data = fontData(path, tag >>> 0);
      if (buffer !== 0 && size >>> 0 >= data.length) new Uint8Array(pdfium.memory.buffer).set(data, buffer >>> 0);
      return data.length;
    });
    replace(GET_FACE_NAME, 4, 1, () => 0);
    replace(GET_FONT_CHARSET, 2, 1, () => SHIFT_JIS);
    replace(DELETE_FONT, 2, 0, () => undefined);
  }
  pdfium.FPDF_SetSystemFontInfo(info);
};
