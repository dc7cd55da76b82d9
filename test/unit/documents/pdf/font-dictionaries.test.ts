import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { drawPdf } from '../../drawing/draw-upload.ts';
import type { BoxFont } from './draw-font.ts';
import { together, withBoxFont, withCidBoxFont } from './draw-font.ts';

const ALL_CODES = Uint8Array.from({ length: 256 }, (_, code) => code);

/** The codes of a text in a legacy encoding. */
const encode = (text: string, encoding: 'windows-1252' | 'macintosh'): Uint8Array => {
  const characters = new TextDecoder(encoding).decode(ALL_CODES);
  return Uint8Array.from(text, (character) => characters.indexOf(character));
};

const open = async (codes: Uint8Array, font: BoxFont): Promise<PdfReader> =>
  PdfReader.open(await drawPdf(withBoxFont(codes, font)));

const textOf = async (reader: PdfReader, page = 1): Promise<string> =>
  (await reader.textLayer(page)).words.map((word) => word.text).join(' ');

const read = async (codes: Uint8Array, font: BoxFont): Promise<string> => textOf(await open(codes, font));

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

  describe('in a file with a page and a font for each code', () => {
    const told = Array.from({ length: 0x80 }, (_, index) => 0x80 + index).filter((code) => !UNTOLD.has(code));
    const behind = (code: number): string => (code === POUND ? '7' : 'b');
    let reader: PdfReader;
    beforeAll(async () => {
      const pages = told.map((code) =>
        withBoxFont(Uint8Array.of(0x61, code, behind(code).charCodeAt(0)), { maps: ['macintosh', 'symbol'] }),
      );
      reader = await PdfReader.open(await drawPdf(...pages));
    });
    afterAll(() => reader.close());

    it.each(told)('has the right character for code %i', async (code) => {
      expect(await textOf(reader, 1 + told.indexOf(code))).toBe(`a${windowsCharacter(code)}${behind(code)}`);
    });
  });

  it('has a box for a character that PDFium reports as a ligature of two', async () => {
    const reader = await open(encode('Straße', 'windows-1252'), { maps: ['macintosh', 'symbol'] });
    const [word] = (await reader.textLayer(1)).words;
    expect(word?.text).toBe('Straße');
    expect((word?.x2 ?? 0) - (word?.x1 ?? 0)).toBeCloseTo(5 * 7.2 + 6, 1);
  });

  it('is read as Windows-1252 beside a CID font of the same name', async () => {
    const pdf = await drawPdf(
      together(
        withBoxFont(encode('Élèves', 'windows-1252'), { maps: ['macintosh', 'symbol'] }),
        withCidBoxFont('Élèves', 200),
      ),
    );
    expect(await textOf(await PdfReader.open(pdf))).toBe('Élèves Élèves');
  });

  it('is read as Windows-1252 beside a font of the same name that declares Mac Roman', async () => {
    const pdf = await drawPdf(
      together(
        withBoxFont(encode('Élèves', 'windows-1252'), { maps: ['macintosh', 'symbol'] }),
        withBoxFont(encode('Élèves', 'macintosh'), { maps: ['macintosh'], encoding: 'MacRomanEncoding' }, 200),
      ),
    );
    expect(await textOf(await PdfReader.open(pdf))).toBe('Élèves Élèves');
  });

  it('is read as Windows-1252 in an encrypted file', async () => {
    const drawn = await drawPdf(withBoxFont(encode(LETTER, 'windows-1252'), { maps: ['macintosh', 'symbol'] }));
    const pdf = await PDFDocument.load(drawn);
    pdf.encrypt({ userPassword: '', ownerPassword: 'owner' });
    expect(await textOf(await PdfReader.open(await pdf.save()))).toBe(LETTER);
  });

  it('is read as Windows-1252 in a file whose cross-references are damaged', async () => {
    const drawn = await drawPdf(withBoxFont(encode(LETTER, 'windows-1252'), { maps: ['macintosh', 'symbol'] }));
    const damaged = Buffer.from(
      Buffer.from(drawn)
        .toString('latin1')
        .replace(/startxref\s+\d+/, 'startxref\n7'),
      'latin1',
    );
    expect(await textOf(await PdfReader.open(damaged))).toBe(LETTER);
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

describe('A ligature that a font names by its letters', () => {
  const FIRST_LIGATURE = 0x1f;
  const SECOND_LIGATURE = 0x1e;
  const names = { [FIRST_LIGATURE]: 'f_i', [SECOND_LIGATURE]: 'f_f_l.alt' };
  const drawn = (codes: string): Uint8Array => encode(codes, 'windows-1252');
  const confirmed = drawn('con\u001frmed');
  const waffle = Uint8Array.of(...drawn('wa'), SECOND_LIGATURE, ...drawn('e'));

  it('is read as these letters', async () => {
    expect(await read(confirmed, { maps: ['macintosh'], encoding: names })).toBe('confirmed');
    expect(await read(waffle, { maps: ['macintosh'], encoding: names })).toBe('waffle');
  });

  it('is read by the names of its own font where another of the same name uses the code for something else', async () => {
    const other = { maps: ['macintosh', 'symbol'], encoding: { [FIRST_LIGATURE]: 'T_h' } } as const;
    const pdf = await drawPdf(
      together(
        withBoxFont(confirmed, { maps: ['macintosh'], encoding: names }),
        withBoxFont(drawn('\u001fese'), other, 200),
      ),
    );
    expect(await textOf(await PdfReader.open(pdf))).toBe('confirmed These');
  });

  it('is read in an encrypted file', async () => {
    const pdf = await PDFDocument.load(await drawPdf(withBoxFont(confirmed, { maps: ['macintosh'], encoding: names })));
    pdf.encrypt({ userPassword: '', ownerPassword: 'owner' });
    expect(await textOf(await PdfReader.open(await pdf.save()))).toBe('confirmed');
  });

  it('stays unknown where the font has another name for it', async () => {
    expect(await read(confirmed, { maps: ['macintosh'], encoding: { [FIRST_LIGATURE]: 'H9262' } })).toBe(
      'con\ufffdrmed',
    );
  });
});
