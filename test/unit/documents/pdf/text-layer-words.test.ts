import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { drawPdf } from '../../drawing/draw-upload.ts';
import { withCidBoxFont, withUtf8BoxFont } from './draw-font.ts';

/** Shows text with the operator TJ: strings, and numbers by which the next string moves back, in thousandths of the size. */
const withShownText =
  (array: string) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const key = page.node.newFontDictionary('Helvetica', (await pdf.embedFont(StandardFonts.Helvetica)).ref);
    const text = `BT ${key.asString()} 12 Tf 72 700 Td [${array}] TJ ET`;
    page.node.addContentStream(pdf.context.register(pdf.context.stream(text)));
  };

const wordsOf = async (draw: (page: PDFPage, pdf: PDFDocument) => Promise<void>): Promise<readonly string[]> => {
  const reader = await PdfReader.open(await drawPdf(draw));
  return (await reader.textLayer(1)).words.map((word) => word.text);
};

/** Width of Helvetica's space. */
const SPACE = 278;

describe('The words of a text layer', () => {
  it('are not divided at a space after which the text moves back to the last glyph', async () => {
    expect(await wordsOf(withShownText(`(Defi ) ${SPACE} (nition)`))).toEqual(['Definition']);
  });

  it('are divided at a space of the usual width, also if it is set tightly', async () => {
    expect(await wordsOf(withShownText('(two words)'))).toEqual(['two', 'words']);
    expect(await wordsOf(withShownText('(two ) 150 (words)'))).toEqual(['two', 'words']);
  });

  it('are divided at a space at which the next word begins further left', async () => {
    expect(await wordsOf(withShownText('(overprinted ) 3000 (twice)'))).toEqual(['overprinted', 'twice']);
  });

  it('keep a glyph whose character the font does not tell, as U+FFFD', async () => {
    expect(await wordsOf(withCidBoxFont('naklejk\u001a', 100, 1))).toEqual(['naklejk\ufffd']);
  });

  it('have U+FFFD for a glyph whose code in the font is no code point', async () => {
    expect(await wordsOf(withUtf8BoxFont('nakle、jka'))).toEqual(['nakle\ufffdjka']);
  });

  it('are divided at a glyph without an outline whose character the font does not tell', async () => {
    expect(await wordsOf(withCidBoxFont('two\u0001words', 100, 1))).toEqual(['two', 'words']);
  });

  it('are left out if they consist of glyphs whose characters the font does not tell', async () => {
    expect(await wordsOf(withCidBoxFont('a\u0001\u001a\u001b\u0001b', 100, 1))).toEqual(['a', 'b']);
  });
});
