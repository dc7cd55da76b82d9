/** Draws a document of three pages: an invoice, and a delivery note of two pages. */
import { writeFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';

const PAGES = [
  ['Invoice 2291', 'Nordwind GmbH', 'Date: 2026-11-02', 'Total: 1,204.00 EUR'],
  ['Delivery note 7715', 'Harbour Supplies Ltd', 'Page 1 of 2', '12 boxes'],
  ['Delivery note 7715', 'Harbour Supplies Ltd', 'Page 2 of 2', 'Received in good order'],
];

const pdf = await PDFDocument.create();
for (const lines of PAGES) {
  const page = pdf.addPage([595, 842]);
  lines.forEach((line, index) => {
    page.drawText(line, { x: 60, y: 760 - 30 * index, size: index === 0 ? 22 : 12 });
  });
}
writeFileSync(process.argv[2] ?? 'document.pdf', await pdf.save());
