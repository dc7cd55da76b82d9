/** Opens a PDF for cutting: as it is where it is sound, else rewritten by PDFium, else repaired as reading repaired it. */
import { readFile } from 'node:fs/promises';
import { DocumentUnreadableError } from '../../../errors.ts';
import { repairPdf } from '../../../documents/pdf/repair-pdf.ts';
import { CuttablePdf } from './cut-pages.ts';
import { PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';
import { importWithPdfium, rewriteWithPdfium } from './rewrite-with-pdfium.ts';

type Rewrite = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** PDFium before qpdf: it is what counted the pages, and qpdf's WebAssembly build gives up over much that its native one repairs. */
const ways: readonly Rewrite[] = [
  (bytes) => bytes,
  rewriteWithPdfium,
  importWithPdfium,
  repaired,
  async (bytes) => rewriteWithPdfium(await repaired(bytes)),
];

/**
 * Tries one way to open the file after the other until `work` goes through.
 * @param pageCount pages that the file was found to have; a way to open it that sees another number is not taken
 * @throws DocumentUnreadableError where none does
 */
export async function withCuttablePdf(
  path: string,
  pageCount: number | undefined,
  work: (pdf: CuttablePdf) => void,
): Promise<void> {
  const bytes = await readFile(path);
  let reason: PdfSyntaxError | undefined;
  for (const rewrite of ways) {
    try {
      const pdf = new CuttablePdf(await rewrite(bytes));
      if (pageCount !== undefined && pdf.pageCount !== pageCount)
        throw new PdfSyntaxError(`The file has ${pdf.pageCount} pages instead of ${pageCount}.`);
      work(pdf);
      return;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      reason = error;
    }
  }
  throw new DocumentUnreadableError('The pages of this document cannot be cut out: it is too damaged.', {
    cause: reason,
  });
}

async function repaired(bytes: Uint8Array): Promise<Uint8Array> {
  const repair = await repairPdf(bytes);
  if (typeof repair === 'string') throw new PdfSyntaxError(`qpdf says of the file: ${repair}.`);
  return repair.bytes;
}
