/** Draws sample documents into one PDF, deterministically. */
import { readFile } from 'node:fs/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import * as fontkit from '@cantoo/fontkit';
import { Sheet, type SampleDocument, type Typeface } from './sheet.ts';

const A4 = [595.28, 841.89] as const;
const DRAWN_AT = new Date('2026-10-01T08:00:00Z');

/**
 * The bytes of the PDF. `european` documents embed PT Sans (Open Font Licence), since the standard fonts lack ř and ł.
 */
export async function drawPdf(documents: readonly SampleDocument[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  pdf.setTitle('Scanned mail');
  pdf.setProducer('Tearline samples');
  pdf.setCreator('Tearline samples');
  pdf.setCreationDate(DRAWN_AT);
  pdf.setModificationDate(DRAWN_AT);
  const faces: Record<SampleDocument['face'], Typeface> = {
    sans: await standardFace(pdf, StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.HelveticaOblique),
    serif: await standardFace(
      pdf,
      StandardFonts.TimesRoman,
      StandardFonts.TimesRomanBold,
      StandardFonts.TimesRomanItalic,
    ),
    european: {
      regular: await ptSans(pdf, '400Regular'),
      bold: await ptSans(pdf, '700Bold'),
      italic: await ptSans(pdf, '400Regular_Italic'),
    },
  };
  for (const { face, size, pages } of documents) {
    for (const draw of pages) draw(new Sheet(pdf.addPage([...(size ?? A4)]), faces[face]));
  }
  return pdf.save();
}

async function standardFace(
  pdf: PDFDocument,
  regular: StandardFonts,
  bold: StandardFonts,
  italic: StandardFonts,
): Promise<Typeface> {
  return {
    regular: await pdf.embedFont(regular),
    bold: await pdf.embedFont(bold),
    italic: await pdf.embedFont(italic),
  };
}

async function ptSans(pdf: PDFDocument, style: string) {
  const file = import.meta.resolve(`@expo-google-fonts/pt-sans/${style}/PTSans_${style}.ttf`);
  return pdf.embedFont(await readFile(new URL(file)), { subset: true, customName: `PTSans-${style}` });
}
