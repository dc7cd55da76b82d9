/**
 * The font of invisible text. Its only glyph is a box, which is never painted (text rendering mode 3) but defines the
 * height of a selection; with an empty glyph, PDFium's selections have no height. Each character has its own code,
 * which ToUnicode maps to the character, so that text of any script can be searched and copied without embedding a font
 * for it.
 */
import { deflateSync } from 'node:zlib';
import type { PdfFileWriter } from './pdf-file-writer.ts';
import type { PdfRef } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, PdfStream, PdfString } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { fontFile, words16 } from './font-file.ts';

/** Width of every character, in thousandths of the font size. */
export const GLYPH_WIDTH = 500;
/** Extent of the glyphs above and below the baseline, in thousandths of the font size. */
export const ASCENT = 800;
export const DESCENT = -200;

const FONT_NAME = 'TearlineGlyphless';
const REPLACEMENT = 0xfffd;
const MAX_CODES = 0xffff;
/** Maximum number of lines of a bfchar section (Adobe Technical Note 5014). */
const SECTION_LINES = 100;

export class GlyphlessFont {
  readonly ref: PdfRef;
  readonly #writer: PdfFileWriter;
  /** Unicode code point → code in the font, from 1. */
  readonly #codes = new Map<number, number>();

  constructor(writer: PdfFileWriter) {
    this.#writer = writer;
    this.ref = writer.reserve();
  }

  /** @returns the text as a hexadecimal PDF string of two-byte codes, and its number of glyphs */
  encode(text: string): { hex: string; glyphs: number } {
    const codes = Array.from(text, (character) => this.#codeOf(character.codePointAt(0) ?? REPLACEMENT));
    return { hex: `<${codes.map((code) => code.toString(16).padStart(4, '0')).join('')}>`, glyphs: codes.length };
  }

  /** Writes the font. Must be called once, after all text has been written. */
  finish(): void {
    const writer = this.#writer;
    const file = writer.add(compressed(glyphlessTrueType(), { Length1: glyphlessTrueType().length }));
    const descriptor = writer.add(
      dictOf({
        Type: name('FontDescriptor'),
        FontName: name(FONT_NAME),
        Flags: 5,
        FontBBox: [0, DESCENT, GLYPH_WIDTH, ASCENT],
        ItalicAngle: 0,
        Ascent: ASCENT,
        Descent: DESCENT,
        CapHeight: ASCENT,
        StemV: 80,
        FontFile2: file,
      }),
    );
    const descendant = writer.add(
      dictOf({
        Type: name('Font'),
        Subtype: name('CIDFontType2'),
        BaseFont: name(FONT_NAME),
        CIDSystemInfo: dictOf({
          Registry: new PdfString('(Adobe)'),
          Ordering: new PdfString('(Identity)'),
          Supplement: 0,
        }),
        DW: GLYPH_WIDTH,
        FontDescriptor: descriptor,
        CIDToGIDMap: writer.add(compressed(this.#cidToGidMap())),
      }),
    );
    writer.write(
      this.ref,
      dictOf({
        Type: name('Font'),
        Subtype: name('Type0'),
        BaseFont: name(FONT_NAME),
        Encoding: name('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: writer.add(compressed(Buffer.from(this.#toUnicode(), 'latin1'))),
      }),
    );
  }

  #codeOf(codePoint: number): number {
    const known = this.#codes.get(codePoint);
    if (known !== undefined) return known;
    if (this.#codes.size >= MAX_CODES - 1 && codePoint !== REPLACEMENT) return this.#codeOf(REPLACEMENT);
    const code = this.#codes.size + 1;
    this.#codes.set(codePoint, code);
    return code;
  }

  /** Maps all codes to glyph 1: PDF/A forbids glyph 0 (.notdef). */
  #cidToGidMap(): Buffer {
    const map = Buffer.alloc((this.#codes.size + 1) * 2);
    for (let code = 0; code <= this.#codes.size; code += 1) map.writeUInt16BE(1, code * 2);
    return map;
  }

  #toUnicode(): string {
    const lines = Array.from(
      this.#codes,
      ([codePoint, code]) => `<${code.toString(16).padStart(4, '0')}> <${utf16(codePoint)}>`,
    );
    const sections = [];
    for (let at = 0; at < lines.length; at += SECTION_LINES) {
      const section = lines.slice(at, at + SECTION_LINES);
      sections.push(`${section.length} beginbfchar\n${section.join('\n')}\nendbfchar\n`);
    }
    return [
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n',
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n',
      ...sections,
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n',
    ].join('');
  }
}

const utf16 = (codePoint: number): string =>
  Array.from(String.fromCodePoint(codePoint).split(''), (unit) =>
    unit.charCodeAt(0).toString(16).padStart(4, '0'),
  ).join('');

const compressed = (bytes: Buffer, extra: Readonly<Record<string, number>> = {}): PdfStream =>
  new PdfStream(dictOf({ Filter: name('FlateDecode'), ...extra }), deflateSync(bytes));

/** One contour of four points, each as an offset of two 16-bit numbers from the previous point (OpenType, "glyf"). */
function boxGlyph(): Buffer {
  const outline = words16([1, 0, DESCENT, GLYPH_WIDTH, ASCENT, 3, 0]);
  const allOnCurve = Buffer.alloc(4, 1);
  const steps = words16([0, 0, GLYPH_WIDTH, 0, DESCENT, ASCENT - DESCENT, 0, DESCENT - ASCENT]);
  return Buffer.concat([outline, allOnCurve, steps, Buffer.alloc(2)]);
}

/** A TrueType font with an empty glyph and a box, and only the tables that PDF requires for CIDFontType2. */
function glyphlessTrueType(): Buffer {
  return fontFile({
    glyf: boxGlyph(),
    // prettier-ignore
    head: words16([
      1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, DESCENT, GLYPH_WIDTH, ASCENT, 0, 8, 2, 0, 0,
    ]),
    hhea: words16([1, 0, ASCENT, DESCENT, 0, GLYPH_WIDTH, 0, 0, GLYPH_WIDTH, 1, 0, 0, 0, 0, 0, 0, 0, 2]),
    hmtx: words16([GLYPH_WIDTH, 0, GLYPH_WIDTH, 0]),
    loca: words16([0, 0, boxGlyph().length / 2]),
    maxp: words16([1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
  });
}
