/**
 * PDFium writes a PDF anew, as it understood it: damage repaired, encryption (with an empty password) removed, pages in
 * the order in which they were read and counted.
 */
import type { PdfiumFunctions } from '../../../documents/pdf/pdfium/pdfium-functions.ts';
import { startPdfium } from '../../../documents/pdf/pdfium/pdfium-engine.ts';
import { wasmFunction } from '../../../documents/pdf/pdfium/wasm-function.ts';
import { PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';

/** The functions of fpdf_ppo.h and fpdf_save.h, which reading has no use for. */
interface SavingFunctions {
  FPDF_CreateNewDocument(): number;
  FPDF_ImportPagesByIndex(target: number, source: number, indexes: number, count: number, at: number): number;
  FPDFPage_New(document: number, index: number, width: number, height: number): number;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
}
type SavingPdfium = PdfiumFunctions & SavingFunctions;

/** fpdf_save.h: writes everything anew and leaves the encryption out. */
const REMOVE_SECURITY = 3;
const MOST_PAGES = 100_000;
/** Points. */
const A4 = { width: 595, height: 842 };
/** The member of FPDF_SYSFONTINFO whose place in the function table is borrowed: the table cannot grow, and saving asks for no fonts. */
const GET_FACE_NAME = 6;

/**
 * Keeps the document's objects, for CuttablePdf to choose from.
 * @throws PdfSyntaxError where PDFium cannot do it
 */
export const rewriteWithPdfium = (bytes: Uint8Array): Promise<Uint8Array> =>
  rewrite(bytes, (_pdfium, source) => source);

/**
 * Copies page by page into a new document, which helps where the page tree itself is damaged. A page that cannot be
 * copied becomes a blank one, as it was one for reading.
 * @throws PdfSyntaxError where PDFium cannot do it
 */
export const importWithPdfium = (bytes: Uint8Array): Promise<Uint8Array> =>
  rewrite(bytes, (pdfium, source) => {
    const target = pdfium.FPDF_CreateNewDocument();
    const claimed = Math.min(pdfium.FPDF_GetPageCount(source), MOST_PAGES);
    const scratch = pdfium.malloc(8);
    let copied = 0;
    for (let page = 0; page < claimed; page += 1) {
      // A page tree may promise more pages than it has: those are not counted, see PdfReader.
      if (pdfium.FPDF_GetPageSizeByIndexF(source, page, scratch) === 0) continue;
      new Int32Array(pdfium.memory.buffer)[scratch / 4] = page;
      if (pdfium.FPDF_ImportPagesByIndex(target, source, scratch, 1, copied) === 0)
        pdfium.FPDF_ClosePage(pdfium.FPDFPage_New(target, copied, A4.width, A4.height));
      copied += 1;
    }
    return target;
  });

async function rewrite(
  bytes: Uint8Array,
  prepare: (pdfium: SavingPdfium, source: number) => number,
): Promise<Uint8Array> {
  // Every export is there, whatever the type names: see PdfiumFunctions.
  const pdfium = (await startPdfium()) as SavingPdfium;
  try {
    const copy = pdfium.malloc(bytes.length);
    if (copy === 0) throw new PdfSyntaxError('The file is too large for PDFium.');
    new Uint8Array(pdfium.memory.buffer, copy >>> 0, bytes.length).set(bytes);
    const source = pdfium.FPDF_LoadMemDocument64(copy, bytes.length, 0);
    if (source === 0) throw new PdfSyntaxError('PDFium cannot open the file.');
    return save(pdfium, prepare(pdfium, source));
  } catch (error) {
    if (error instanceof PdfSyntaxError) throw error;
    throw new PdfSyntaxError('PDFium broke down over the file.', { cause: error }); // a trap: the instance is not used again
  }
}

function save(pdfium: SavingPdfium, document: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const takeBlock = (...[, block = 0, size = 0]: number[]): number => {
    parts.push(new Uint8Array(pdfium.memory.buffer, block >>> 0, size >>> 0).slice());
    return 1;
  };
  const slot =
    new Int32Array(pdfium.memory.buffer, pdfium.FPDF_GetDefaultSystemFontInfo(), GET_FACE_NAME + 1)[GET_FACE_NAME] ?? 0;
  pdfium.__indirect_function_table.set(slot, wasmFunction(takeBlock, 3, 1));
  const writer = pdfium.malloc(8);
  new Int32Array(pdfium.memory.buffer, writer, 2).set([1, slot]);
  if (pdfium.FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY) === 0)
    throw new PdfSyntaxError('PDFium cannot write the pages.');
  return Buffer.concat(parts);
}
