/**
 * Rewrites a PDF with PDFium as PDFium parsed it: repaired, without encryption (with an empty password), with its pages
 * in the order in which they were read and counted.
 */
import type { PdfiumFunctions } from './pdfium-functions.ts';
import { startPdfium } from './pdfium-engine.ts';
import { wasmFunction } from './wasm-function.ts';
import { PdfSyntaxError } from '../syntax/pdf-lexer.ts';

/** Functions of fpdf_ppo.h, fpdf_edit.h and fpdf_save.h that only rewriting uses. */
interface SavingFunctions {
  FPDF_CreateNewDocument(): number;
  FPDF_ImportPagesByIndex(target: number, source: number, indexes: number, count: number, at: number): number;
  FPDFPage_New(document: number, index: number, width: number, height: number): number;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
}
type SavingPdfium = PdfiumFunctions & SavingFunctions;

/** FPDF_REMOVE_SECURITY of fpdf_save.h: writes the whole file without encryption. */
const REMOVE_SECURITY = 3;
const MAX_PAGES = 100_000;
/** ISO A4 in points. */
const A4 = { width: 595, height: 842 };
/**
 * Member of FPDF_SYSFONTINFO whose slot in the function table is reused, because the table cannot grow and saving uses
 * no fonts.
 */
const GET_FACE_NAME = 6;

/**
 * Rewrites a file with all its objects.
 * @throws PdfSyntaxError if PDFium fails
 */
export const rewriteWithPdfium = (bytes: Uint8Array): Promise<Uint8Array> =>
  rewrite(bytes, (_pdfium, source) => source);

/**
 * Copies a file page by page to a new document, which helps if the page tree is damaged. A page that cannot be copied
 * becomes a blank page, as in processing.
 * @throws PdfSyntaxError if PDFium fails
 */
export const importWithPdfium = (bytes: Uint8Array): Promise<Uint8Array> =>
  rewrite(bytes, (pdfium, source) => {
    const target = pdfium.FPDF_CreateNewDocument();
    const count = Math.min(pdfium.FPDF_GetPageCount(source), MAX_PAGES);
    const scratch = pdfium.malloc(8);
    let copied = 0;
    for (let page = 0; page < count; page += 1) {
      // A page tree may state more pages than it contains; missing ones are skipped, as in PdfReader.
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
  // The instance exports all functions of PDFium, not only those of the type PdfiumFunctions.
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
    // A trap; the instance is not used again.
    throw new PdfSyntaxError('PDFium failed on the file.', { cause: error });
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
