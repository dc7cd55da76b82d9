import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../core/documents/pdf/pdf-reader.ts';
import { drawPdf } from '../drawing/draw-upload.ts';
import type { BoxFont } from './draw-font.ts';
import { withBoxFont } from './draw-font.ts';

const ALL_CODES = Uint8Array.from({ length: 256 }, (_, code) => code);

/** The codes of a text in a legacy encoding. */
const encode = (text: string, encoding: 'windows-1252' | 'macintosh'): Uint8Array => {
  const characters = new TextDecoder(encoding).decode(ALL_CODES);
  return Uint8Array.from(text, (character) => characters.indexOf(character));
};

const open = async (codes: Uint8Array, font: BoxFont): Promise<PdfReader> =>
  PdfReader.open(await drawPdf(withBoxFont(codes, font)));

const read = async (codes: Uint8Array, font: BoxFont): Promise<string> => {
  const reader = await open(codes, font);
  return (await reader.textLayer(1)).words.map((word) => word.text).join(' ');
};

const windowsCharacter = (code: number): string => new TextDecoder('windows-1252').decode(Uint8Array.of(code));
/** PDFium also reports Á as a pound sign: the neighbouring characters distinguish them. */
const POUND = 0xa3;
/** A space, a soft hyphen, five codes undefined in Windows-1252, and Ê, which PDFium reports as a space. */
const UNTOLD = new Set([0xa0, 0xad, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xca]);

const LETTER = 'Größe für Müller: “it’s” – 5 m² × 3 °C Þing ÁVILA FABIÁN Û £7 €8';

describe('A symbolic TrueType font without a declared encoding', () => {
  it('is read as Windows-1252, like by other readers', async () => {
    expect(await read(encode(LETTER, 'windows-1252'), { maps: ['macintosh', 'symbol'] })).toBe(LETTER);
  });

  it('is read as Windows-1252 if it has only a Macintosh character map', async () => {
    expect(await read(encode(LETTER, 'windows-1252'), { maps: ['macintosh'] })).toBe(LETTER);
  });

  it.each(Array.from({ length: 0x80 }, (_, index) => 0x80 + index).filter((code) => !UNTOLD.has(code)))(
    'has the right character for code %i',
    async (code) => {
      expect(
        await read(Uint8Array.of(0x61, code, code === POUND ? 0x37 : 0x62), { maps: ['macintosh', 'symbol'] }),
      ).toBe(`a${windowsCharacter(code)}${code === POUND ? '7' : 'b'}`);
    },
  );

  it('has a box for a character that PDFium reports as a ligature of two', async () => {
    const reader = await open(encode('Straße', 'windows-1252'), { maps: ['macintosh', 'symbol'] });
    const [word] = (await reader.textLayer(1)).words;
    expect(word?.text).toBe('Straße');
    expect((word?.x2 ?? 0) - (word?.x1 ?? 0)).toBeCloseTo(5 * 7.2 + 6, 1);
  });

  it('is unchanged if it has a Unicode character map', async () => {
    expect(await read(encode('für', 'windows-1252'), { maps: ['unicode'] })).toBe('für');
  });
});

describe('A symbolic TrueType font with a declared encoding', () => {
  it.each([
    ['WinAnsiEncoding', 'windows-1252'],
    ['MacRomanEncoding', 'macintosh'],
  ] as const)('is read with that encoding: %s', async (encoding, codes) => {
    const text = 'Größe für Müller: “it’s” – 5 £';
    expect(await read(encode(text, codes), { maps: ['macintosh', 'symbol'], encoding })).toBe(text);
  });
});
