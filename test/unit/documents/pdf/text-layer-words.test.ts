import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { degrees, PDFHexString, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
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

/** Shows lines of Japanese in a font that is not in the file. @param placed  matrix of a line, and its text */
const withMissingFont =
  (encoding: 'UniJIS-UCS2-H' | 'UniJIS-UCS2-V', ...placed: readonly (readonly [string, string])[]) =>
  (page: PDFPage, { context }: PDFDocument): Promise<void> => {
    const descriptor = { Type: 'FontDescriptor', FontName: 'Ryumin-Light', Flags: 4, FontBBox: [0, -200, 1000, 900] };
    const metrics = { ItalicAngle: 0, Ascent: 880, Descent: -120, CapHeight: 700, StemV: 80 };
    const names = { Type: 'Font', BaseFont: 'Ryumin-Light' };
    const descendant = context.obj({ ...names, Subtype: 'CIDFontType0', DW: 1000 });
    descendant.set(PDFName.of('FontDescriptor'), context.register(context.obj({ ...descriptor, ...metrics })));
    descendant.set(
      PDFName.of('CIDSystemInfo'),
      context.obj({ Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Japan1'), Supplement: 6 }),
    );
    const fonts = [context.register(descendant)];
    const font = context.register(
      context.obj({ ...names, Subtype: 'Type0', Encoding: encoding, DescendantFonts: fonts }),
    );
    const key = page.node.newFontDictionary('Missing', font).asString();
    const shown = placed.map(([matrix, text]) => {
      const codes = Buffer.from(text, 'utf16le').swap16().toString('hex');
      return `BT ${key} 14 Tf ${matrix} Tm <${codes}> Tj ET`;
    });
    page.node.addContentStream(context.register(context.stream(shown.join('\n'))));
    return Promise.resolve();
  };

/** The words with their boxes in points, rounded to tens. */
const placesOf = async (draw: (page: PDFPage, pdf: PDFDocument) => Promise<void>) => {
  const reader = await PdfReader.open(await drawPdf(draw));
  return (await reader.textLayer(1)).words.map(({ text, x1, y1, x2, y2 }) => [
    text,
    ...[x1, y1, x2, y2].map((corner) => Math.round(corner / 10) * 10),
  ]);
};

interface Layer {
  readonly name: string | PDFHexString;
  readonly text: string;
  readonly usage?: object;
}

/** Shows each text on a layer of its own. @param hidden  indexes of the layers that `key` lists */
const withLayers =
  (layers: readonly Layer[], hidden: readonly number[], settings: { key: 'ON' | 'OFF'; BaseState?: string }) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const { key, ...others } = settings;
    const groups = layers.map(({ name, usage = {} }) => {
      const group = pdf.context.obj({ Type: 'OCG', Usage: pdf.context.obj({ ...usage }) });
      group.set(PDFName.of('Name'), typeof name === 'string' ? PDFString.of(name) : name);
      return pdf.context.register(group);
    });
    const list = hidden.flatMap((index) => groups[index] ?? []);
    pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({ OCGs: groups, D: { ...others, [key]: list } }));
    const properties = Object.fromEntries(groups.map((group, index) => [`L${index}`, group]));
    page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), pdf.context.obj(properties));
    const font = page.node.newFontDictionary('Helvetica', (await pdf.embedFont(StandardFonts.Helvetica)).ref);
    const shown = layers.map(
      ({ text }, index) =>
        `/OC /L${index} BDC BT ${font.asString()} 12 Tf 72 ${700 - 20 * index} Td (${text}) Tj ET EMC`,
    );
    page.node.addContentStream(pdf.context.register(pdf.context.stream(shown.join('\n'))));
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

/** Lines of which each is drawn in pieces, as programs do that set the capitals larger or move single letters. */
const withLinesInPieces =
  (angle: number) =>
  async (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    ['Statement of Account', 'June 19, 2014', '(Branch Office)', 'Rep. Lucas, R-Oklahoma, and others'].forEach(
      (line, index) => {
        let x = 72;
        for (const piece of line.match(/[A-Z]|[^A-Z]+/g) ?? []) {
          const size = /[A-Z]/.test(piece) ? 16 : 12;
          page.drawText(piece, { x, y: 700 - index * 30, size, font });
          x += font.widthOfTextAtSize(piece, size);
        }
      },
    );
    page.setRotation(degrees(angle));
  };

it.each([90, 180, 270])(
  'The words of a page that a viewer shows turned by %i degrees are those of the upright page',
  async (angle) => {
    const reader = await PdfReader.open(await drawPdf(withLinesInPieces(angle)));
    const { words, rotation } = await reader.textLayer(1);
    expect(words.map(({ text }) => text)).toEqual(await wordsOf(withLinesInPieces(0)));
    expect(rotation).toBe(360 - angle);
    const [first] = words;
    // The first word is at the top left of the upright page.
    expect([first?.x1 ?? 0, first?.y1 ?? 0].map((corner) => Math.round(corner / 50) * 50)).toEqual(
      { 90: [700, 50], 180: [450, 700], 270: [150, 450] }[angle],
    );
  },
);

describe('The words in a script whose font neither the file nor, perhaps, the machine has', () => {
  it('are kept, also a word of a single character', async () => {
    const draw = withMissingFont('UniJIS-UCS2-H', ['1 0 0 1 101 740', '御請求書'], ['1 0 0 1 403 740', '様']);
    expect(await placesOf(draw)).toEqual([
      ['御請求書', 100, 90, 160, 100],
      ['様', 400, 90, 420, 100],
    ]);
  });

  it('are kept where they are turned by a quarter', async () => {
    const draw = withMissingFont('UniJIS-UCS2-H', ['0 1 -1 0 110 198', '御請求書']);
    expect(await placesOf(draw)).toEqual([['御請求書', 100, 590, 110, 640]]);
  });

  it('are kept in vertical writing', async () => {
    const draw = withMissingFont('UniJIS-UCS2-V', ['1 0 0 1 410 740', '御請求書'], ['1 0 0 1 380 740', '様']);
    expect(await placesOf(draw)).toEqual([
      ['様', 370, 100, 390, 120],
      ['御請求書', 400, 100, 420, 160],
    ]);
  });
});

describe('The words of a layer', () => {
  const layers = [
    { name: 'Draft', text: 'draft' },
    { name: PDFHexString.fromText('Änderung'), text: 'change' },
    { name: 'Body', text: 'body' },
  ];

  it('are left out where the file hides it', async () => {
    expect(await wordsOf(withLayers(layers, [0, 1], { key: 'OFF' }))).toEqual(['body']);
    expect(await wordsOf(withLayers(layers, [2], { key: 'ON', BaseState: 'OFF' }))).toEqual(['body']);
  });

  it('are left out where the layer is a form', async () => {
    const draw = async (page: PDFPage, pdf: PDFDocument) => {
      await withLayers(layers, [0], { key: 'OFF' })(page, pdf);
      const inner = await drawPdf(withShownText('(hidden)'));
      const [form] = await pdf.embedPdf(inner);
      page.node.addContentStream(pdf.context.register(pdf.context.stream('/OC /L0 BDC')));
      if (form !== undefined) page.drawPage(form);
      page.node.addContentStream(pdf.context.register(pdf.context.stream('EMC')));
    };
    expect(await wordsOf(draw)).toEqual(['change', 'body']);
  });

  it('are kept where the file shows it, or another one of its name', async () => {
    expect(await wordsOf(withLayers(layers, [], { key: 'OFF' }))).toEqual(['draft', 'change', 'body']);
    const twins = [...layers, { name: 'Draft', text: 'twin' }];
    expect(await wordsOf(withLayers(twins, [0], { key: 'OFF' }))).toEqual(['draft', 'change', 'body', 'twin']);
  });

  it('are kept where its usage shows it', async () => {
    const [draft, ...others] = layers;
    const viewed = [{ name: 'Draft', ...draft, text: 'viewed', usage: { View: { ViewState: 'ON' } } }, ...others];
    expect(await wordsOf(withLayers(viewed, [0], { key: 'OFF' }))).toEqual(['viewed', 'change', 'body']);
  });
});
