/** Draws pages in TrueType fonts whose glyphs are boxes and whose encoding is chosen by the test. */
import { PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { fontFile, words16 } from '../../../../core/results/pdf/writing/font-file.ts';

const FIRST = 0x20;
const CODES = 0x100 - FIRST;
const BOX = [1, 0, 0, 500, 700, 3, 0, 0x0101, 0x0101, 0, 0, 500, 0, 0, 700, 0, -700, 0];
const SYMBOLIC = 4;

/** The character maps of a font: Mac Roman codes, codes in the private use area from U+F000, or Unicode. */
export type CharacterMap = 'macintosh' | 'symbol' | 'unicode';

export interface BoxFont {
  readonly maps: readonly CharacterMap[];
  /** The name of an encoding, or glyph names by code. */
  readonly encoding?: 'WinAnsiEncoding' | 'MacRomanEncoding' | Readonly<Record<number, string>>;
}

/** Every code from 32 has its own glyph, a box; the first one, a space, is empty. */
function trueType(maps: readonly CharacterMap[]): Buffer {
  const box = words16(BOX);
  const glyphs = CODES + 1;
  const offsets = Array.from({ length: glyphs + 1 }, (_, glyph) => (Math.max(0, glyph - 2) * box.length) / 2);
  return fontFile({
    cmap: characterMaps(maps),
    glyf: Buffer.concat(Array.from({ length: glyphs - 2 }, () => box)),
    head: words16([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 700, 0, 8, 2, 0, 0]),
    hhea: words16([1, 0, 700, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, glyphs]),
    hmtx: words16(Array.from({ length: glyphs }, () => [600, 0]).flat()),
    loca: words16(offsets),
    maxp: words16([1, 0, glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
  });
}

function characterMaps(maps: readonly CharacterMap[]): Buffer {
  const tables = {
    macintosh: { ids: [1, 0], body: byteMap() },
    symbol: { ids: [3, 0], body: rangeMap(0xf000) },
    unicode: { ids: [3, 1], body: rangeMap(0) },
  };
  const chosen = maps.map((map) => tables[map]);
  let offset = 4 + chosen.length * 8;
  const records = chosen.map(({ ids, body }) => {
    const record = words16([...ids, 0, offset]);
    offset += body.length;
    return record;
  });
  return Buffer.concat([words16([0, chosen.length]), ...records, ...chosen.map(({ body }) => body)]);
}

/** OpenType, "cmap", format 0. The codes below 32 share a box. */
const byteMap = (): Buffer =>
  Buffer.concat([
    words16([0, 262, 0]),
    Buffer.from(Array.from({ length: 256 }, (_, code) => (code < FIRST ? 2 : code - FIRST + 1))),
  ]);

/** OpenType, "cmap", format 4, with one range. */
const rangeMap = (base: number): Buffer =>
  words16([4, 32, 0, 4, 4, 1, 0, base + 0xff, 0xffff, 0, base + FIRST, 0xffff, 1 - base - FIRST, 1, 0, 0]);

const NAME = 'BOXBOX+Boxes';

/** The points from the top of the page at which a line of text is drawn. */
const FIRST_LINE = 100;

type Draw = (page: PDFPage, pdf: PDFDocument) => Promise<void>;

/** Draws all of these on one page. */
export const together =
  (...draws: readonly Draw[]): Draw =>
  async (page, pdf) => {
    for (const draw of draws) await draw(page, pdf);
  };

/** Draws a line of these codes in the font, `fromTop` points from the top. */
export const withBoxFont =
  (codes: Uint8Array, { maps, encoding }: BoxFont, fromTop = FIRST_LINE): Draw =>
  (page, pdf) => {
    const font = pdf.context.register(
      pdf.context.obj({
        Type: 'Font',
        Subtype: 'TrueType',
        BaseFont: NAME,
        FirstChar: 0,
        LastChar: 255,
        Widths: Array.from({ length: 256 }, () => 600),
        ...(encoding === undefined
          ? {}
          : { Encoding: typeof encoding === 'string' ? encoding : differences(encoding) }),
        FontDescriptor: descriptor(pdf, maps),
      }),
    );
    drawLine(page, pdf, font, codes, fromTop);
    return Promise.resolve();
  };

const differences = (names: Readonly<Record<number, string>>) => ({
  Type: 'Encoding',
  Differences: Object.entries(names).flatMap(([code, name]) => [Number(code), name]),
});

/**
 * Draws a line of text in a CID font of the same name, which declares the character of each glyph.
 * @param first code of the character of the first glyph, which is empty
 */
export const withCidBoxFont =
  (text: string, fromTop = FIRST_LINE, first = FIRST): Draw =>
  (page, pdf) => {
    const { context } = pdf;
    const font = type0Font(pdf, {
      Encoding: 'Identity-H',
      ToUnicode: context.register(context.stream(characterMapFrom(first))),
    });
    const glyphs = Array.from(text, (character) => character.charCodeAt(0) - first + 1);
    drawLine(page, pdf, font, words16(glyphs), fromTop);
    return Promise.resolve();
  };

/** Draws a line of text in a CID font of the same name whose codes are the bytes of UTF-8. */
export const withUtf8BoxFont =
  (text: string): Draw =>
  (page, pdf) => {
    const { context } = pdf;
    const font = type0Font(pdf, { Encoding: context.register(context.stream(UTF8_MAP, { Type: 'CMap' })) });
    drawLine(page, pdf, font, Buffer.from(text), FIRST_LINE);
    return Promise.resolve();
  };

function type0Font(pdf: PDFDocument, entries: Readonly<Record<string, string | PDFRef>>): PDFRef {
  const { context } = pdf;
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: NAME,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      CIDToGIDMap: 'Identity',
      DW: 600,
      FontDescriptor: descriptor(pdf, ['macintosh']),
    }),
  );
  return context.register(
    context.obj({ Type: 'Font', Subtype: 'Type0', BaseFont: NAME, DescendantFonts: [descendant], ...entries }),
  );
}

/** An encoding of the letters a to z and the ideographic comma, U+3001, by their bytes in UTF-8. */
const UTF8_MAP = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Boxes-Utf8-H def /CMapType 1 def /WMode 0 def
2 begincodespacerange <00> <7f> <e08080> <efbfbf> endcodespacerange
1 begincidrange <61> <7a> 66 endcidrange
1 begincidchar <e38081> 92 endcidchar
endcmap end end`;

/** A ToUnicode map of the glyphs to consecutive characters. */
const characterMapFrom = (first: number): string => `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0001> <${hex16(CODES)}> <${hex16(first)}> endbfrange
endcmap end end`;

const hex16 = (value: number): string => value.toString(16).padStart(4, '0');

const descriptor = ({ context }: PDFDocument, maps: readonly CharacterMap[]): PDFRef =>
  context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: NAME,
      Flags: SYMBOLIC,
      FontBBox: [0, 0, 500, 700],
      ItalicAngle: 0,
      Ascent: 700,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
      FontFile2: context.register(context.flateStream(trueType(maps))),
    }),
  );

const drawLine = (page: PDFPage, pdf: PDFDocument, font: PDFRef, codes: Uint8Array, fromTop: number): void => {
  const key = page.node.newFontDictionary('Boxes', font);
  const at = `72 ${page.getHeight() - fromTop}`;
  const text = `BT ${key.asString()} 12 Tf ${at} Td <${Buffer.from(codes).toString('hex')}> Tj ET`;
  page.node.addContentStream(pdf.context.register(pdf.context.stream(text)));
};
