/** Draws pages in TrueType fonts whose glyphs are boxes and whose encoding is chosen by the test. */
import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { fontFile, words16 } from '../../../core/results/pdf/writing/font-file.ts';

const FIRST = 0x20;
const CODES = 0x100 - FIRST;
const BOX = [1, 0, 0, 500, 700, 3, 0, 0x0101, 0x0101, 0, 0, 500, 0, 0, 700, 0, -700, 0];
const SYMBOLIC = 4;

/** The character maps of a font: Mac Roman codes, codes in the private use area from U+F000, or Unicode. */
export type CharacterMap = 'macintosh' | 'symbol' | 'unicode';

export interface BoxFont {
  readonly maps: readonly CharacterMap[];
  readonly encoding?: 'WinAnsiEncoding' | 'MacRomanEncoding';
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

/** OpenType, "cmap", format 0. */
const byteMap = (): Buffer =>
  Buffer.concat([
    words16([0, 262, 0]),
    Buffer.from(Array.from({ length: 256 }, (_, code) => Math.max(0, code - FIRST + 1))),
  ]);

/** OpenType, "cmap", format 4, with one range. */
const rangeMap = (base: number): Buffer =>
  words16([4, 32, 0, 4, 4, 1, 0, base + 0xff, 0xffff, 0, base + FIRST, 0xffff, 1 - base - FIRST, 1, 0, 0]);

/** Draws a line of these codes in the font, 100 points from the top. */
export const withBoxFont =
  (codes: Uint8Array, { maps, encoding }: BoxFont) =>
  (page: PDFPage, pdf: PDFDocument): Promise<void> => {
    const { context } = pdf;
    const font = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'TrueType',
        BaseFont: 'BOXBOX+Boxes',
        FirstChar: FIRST,
        LastChar: 255,
        Widths: Array.from({ length: CODES }, () => 600),
        ...(encoding === undefined ? {} : { Encoding: encoding }),
        FontDescriptor: context.register(
          context.obj({
            Type: 'FontDescriptor',
            FontName: 'BOXBOX+Boxes',
            Flags: SYMBOLIC,
            FontBBox: [0, 0, 500, 700],
            ItalicAngle: 0,
            Ascent: 700,
            Descent: -200,
            CapHeight: 700,
            StemV: 80,
            FontFile2: context.register(context.flateStream(trueType(maps))),
          }),
        ),
      }),
    );
    const key = page.node.newFontDictionary('Boxes', font);
    const text = `BT ${key.asString()} 12 Tf 72 ${page.getHeight() - 100} Td <${Buffer.from(codes).toString('hex')}> Tj ET`;
    page.node.addContentStream(context.register(context.stream(text)));
    return Promise.resolve();
  };
