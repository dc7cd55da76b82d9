import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeStream } from '../../../../core/documents/pdf/syntax/decode-stream.ts';
import { PdfSyntaxError } from '../../../../core/documents/pdf/syntax/pdf-lexer.ts';
import type { PdfValue } from '../../../../core/documents/pdf/syntax/pdf-objects.ts';
import { PdfName, PdfStream } from '../../../../core/documents/pdf/syntax/pdf-objects.ts';

const stream = (bytes: Uint8Array, ...filters: readonly string[]): PdfStream =>
  new PdfStream(new Map<string, PdfValue>([['Filter', filters.map((filter) => new PdfName(filter))]]), bytes);

const decode = (bytes: Uint8Array, ...filters: readonly string[]): Buffer =>
  Buffer.from(decodeStream(stream(bytes, ...filters), (value) => value));

/** Decodes one filter with these parameters. */
const decodeWith = (bytes: Uint8Array, filter: string, parameters: Readonly<Record<string, number>>): Buffer => {
  const dict = new Map<string, PdfValue>([
    ['Filter', new PdfName(filter)],
    ['DecodeParms', new Map<string, PdfValue>(Object.entries(parameters))],
  ]);
  return Buffer.from(decodeStream(new PdfStream(dict, bytes), (value) => value));
};

/** An LZW encoder, implemented from ISO 32000-1, 7.4.4.2. @param early  codes by which their width grows early, 1 or 0 */
function encodeLzw(data: Uint8Array, early = 1): Uint8Array {
  let [bits, table, width, current] = ['', new Map<string, number>(), 9, ''];
  const put = (code: number): void => {
    bits += code.toString(2).padStart(width, '0');
  };
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? -1));
  put(256);
  for (const byte of data) {
    const longer = current + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      current = longer;
      continue;
    }
    put(codeOf(current));
    table.set(longer, 258 + table.size);
    const next = 257 + early + table.size;
    if (next >= 4095) {
      put(256);
      [table, width] = [new Map<string, number>(), 9];
    } else {
      width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    }
    current = String.fromCharCode(byte);
  }
  if (current !== '') put(codeOf(current));
  put(257);
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (octet) => parseInt(octet.padEnd(8, '0'), 2));
}

const LONG = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index * 7 + (index >> 3)) & 0xff));

describe('decodeStream', () => {
  it('decodes the LZW example of ISO 32000-1, 7.4.4.2', () => {
    expect([...decode(Buffer.from('800b6050220c0c8501', 'hex'), 'LZWDecode')]).toEqual([
      45, 45, 45, 45, 45, 65, 45, 45, 45, 66,
    ]);
  });

  it('decodes LZW whose codes grow to 12 bits and start again', () => {
    expect(decode(encodeLzw(LONG), 'LZWDecode').equals(LONG)).toBe(true);
  });

  it('decodes LZW whose codes do not grow early', () => {
    expect(decodeWith(encodeLzw(LONG, 0), 'LZWDecode', { EarlyChange: 0 }).equals(LONG)).toBe(true);
  });

  it.each([
    ['none', 0, () => 0],
    ['Sub', 1, (left: number) => left],
    ['Up', 2, (_: number, up: number) => up],
    ['Average', 3, (left: number, up: number) => Math.floor((left + up) / 2)],
    [
      'Paeth',
      4,
      // PNG, 9.4: the nearest to left + up - corner; of equally near ones the first.
      (left: number, up: number, corner: number) =>
        [left, up, corner].toSorted((a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b))[0] ??
        0,
    ],
  ] as const)('undoes the predictor %s of PNG', (_, kind, predict) => {
    const [row, pixel] = [12, 3];
    const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (LONG[y * row + x] ?? 0));
    const rows = Array.from({ length: 20 }, (_row, y) => [
      kind,
      ...Array.from(
        { length: row },
        (_byte, x) => at(x, y) - predict(at(x - pixel, y), at(x, y - 1), at(x - pixel, y - 1)),
      ),
    ]);
    const parameters = { Predictor: 15, Colors: pixel, Columns: row / pixel };
    const plain = decodeWith(deflateSync(Uint8Array.from(rows.flat())), 'FlateDecode', parameters);
    expect(plain.equals(LONG.subarray(0, 20 * row))).toBe(true);
  });

  it('decodes ASCII85, with z for four zeros and a short last group', () => {
    expect(decode(Buffer.from("6<#'\\7PQ#?1*BP.+?)%u2_d'1<+I+~>"), 'ASCII85Decode').toString()).toMatch(
      /^BT \/F1 12 Tf 72 712 Td/,
    );
    expect([...decode(Buffer.from('z!!~>'), 'ASCII85Decode')]).toEqual([0, 0, 0, 0, 0]);
  });

  it('decodes hexadecimal digits, with spaces and an odd number of digits', () => {
    expect([...decode(Buffer.from('90 1F\nA>'), 'ASCIIHexDecode')]).toEqual([0x90, 0x1f, 0xa0]);
  });

  it('decodes run lengths: literal bytes, repeated bytes, end of data', () => {
    expect([...decode(Uint8Array.of(2, 7, 8, 9, 254, 5, 128, 1, 1), 'RunLengthDecode')]).toEqual([7, 8, 9, 5, 5, 5]);
  });

  it('rejects what any filter makes larger than 64 MiB, and a chain of filters', { tags: 'slow' }, () => {
    const repeated = new Uint8Array(40_000).fill(0x81);
    const rejected = (bytes: Uint8Array, filters: readonly string[], message: string) => {
      expect(() => decode(bytes, ...filters)).toThrow(new PdfSyntaxError(message));
    };
    rejected(repeated, ['RunLengthDecode', 'RunLengthDecode'], 'A run-length stream is too large.');
    rejected(Buffer.alloc(17_000_000, 'z'), ['ASCII85Decode'], 'An ASCII85 stream is too large.');
    expect(() => decode(deflateSync(Buffer.alloc(2 ** 26 + 1)), 'FlateDecode')).toThrow(PdfSyntaxError);
    rejected(Buffer.from('00>'), Array<string>(9).fill('ASCIIHexDecode'), 'A stream has too many filters.');
  });

  it('decodes several filters in their order', () => {
    const hex = Buffer.from(`${deflateSync(LONG).toString('hex')}>`);
    expect(decode(hex, 'ASCIIHexDecode', 'FlateDecode').equals(LONG)).toBe(true);
  });

  it('rejects an unknown filter and an invalid LZW stream', () => {
    expect(() => decode(LONG, 'JBIG2Decode')).toThrow(PdfSyntaxError);
    expect(() => decode(Buffer.from('8040ffff', 'hex'), 'LZWDecode')).toThrow(PdfSyntaxError);
  });
});
