/** Opens a PDF for cutting: unchanged if it is valid, otherwise rewritten by PDFium, otherwise repaired. */
import { readFile } from 'node:fs/promises';
import { DocumentUnreadableError } from '../../../errors.ts';
import { repairPdf } from '../../../documents/pdf/repair-pdf.ts';
import { CuttablePdf } from './cut-pages.ts';
import { PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';
import { importWithPdfium, rewriteWithPdfium } from '../../../documents/pdf/pdfium/rewrite-with-pdfium.ts';

type Rewrite = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/**
 * The rewrites in the order in which they are tried. PDFium comes before the repair, because PDFium counted the pages, and
 * qpdf's WebAssembly build fails on many files that its native build repairs.
 */
const attempts: readonly Rewrite[] = [
  (bytes) => bytes,
  rewriteWithPdfium,
  importWithPdfium,
  repaired,
  async (bytes) => rewriteWithPdfium(await repaired(bytes)),
];

/**
 * Runs `work` on the file as each rewrite opens it, until one succeeds.
 * @param pageCount number of pages according to Inspect; a rewrite with another number of pages is rejected
 * @throws DocumentUnreadableError if all fail
 */
export async function withCuttablePdf(
  path: string,
  pageCount: number | undefined,
  work: (pdf: CuttablePdf) => void,
): Promise<void> {
  const bytes = await readFile(path);
  let reason: PdfSyntaxError | undefined;
  for (const rewrite of attempts) {
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
  if (typeof repair === 'string') throw new PdfSyntaxError(`The file cannot be repaired: ${repair}.`);
  return repair.bytes;
}
