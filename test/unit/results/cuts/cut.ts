/** Cuts of PDFs that the tests draw. */
import { PDFDict, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { run as cutPdfs } from '../../../../core/results/jobs/cut-pdfs.ts';
import { asFile, newPath, silent } from '../../drawing/read-pdf.ts';

/** A name of PDF, without its slash. */
export const name = (value: string): PDFName => PDFName.of(value);

/** A document with the text "page n secret-n" on page n. */
export async function drawPages(count: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= count; page += 1)
    pdf.addPage([300, 400]).drawText(`page ${page} secret-${page}`, { x: 40, y: 300, size: 20, font });
  return pdf;
}

export async function cut(
  pdf: PDFDocument | Uint8Array,
  pages: readonly number[],
  pageCount?: number,
): Promise<string> {
  const path = await asFile(pdf instanceof Uint8Array ? pdf : await pdf.save());
  const outPath = newPath('cut.pdf');
  await cutPdfs(
    { path, kind: 'pdf', cuts: [{ pages, outPath }], ...(pageCount !== undefined && { pageCount }) },
    silent,
  );
  return outPath;
}

type Literal = string | number | null | PDFObject | Literal[] | { [name: string]: Literal };

/** A form XObject (ISO 32000-2, 8.10); without `Resources` it draws with those of its page. */
export const drawForm = (pdf: PDFDocument, contents: string, members: Record<string, Literal> = {}): PDFRef =>
  pdf.context.register(
    pdf.context.stream(contents, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ...members }),
  );

export function addAnnotation(pdf: PDFDocument, page: PDFPage, members: Readonly<Record<string, Literal>>): PDFRef {
  const ref = pdf.context.register(pdf.context.obj({ Type: 'Annot', Rect: [10, 10, 60, 30], ...members }));
  page.node.addAnnot(ref);
  return ref;
}

export const annotationsOf = (pdf: PDFDocument, page = 0): PDFDict[] => {
  const list = pdf.getPage(page).node.Annots();
  return Array.from({ length: list?.size() ?? 0 }, (_, index) => list?.lookup(index, PDFDict)).filter(
    (one) => one !== undefined,
  );
};
