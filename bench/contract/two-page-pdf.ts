import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A small PDF with a text layer: two A6 pages, which render quickly. */
export async function drawTwoPagePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [title, line] of [
    ['Invoice 2291', 'Total 118.40 EUR, payable within 14 days'],
    ['Delivery note', 'Two boxes, received in good order'],
  ] as const) {
    const page = pdf.addPage([298, 420]);
    page.drawText(title, { x: 30, y: 370, size: 18, font });
    page.drawText(line, { x: 30, y: 340, size: 10, font });
  }
  return pdf.save();
}
