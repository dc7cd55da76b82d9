/**
 * Decodes the filters of the streams that are parsed here: cross-references, object streams, page contents (ISO
 * 32000-2, 7.4).
 */
import { constants, inflateSync } from 'node:zlib';
import type { PdfDict, PdfStream, PdfValue } from './pdf-objects.ts';
import { isArray, isDict, nameOf } from './pdf-objects.ts';
import { latin1, PdfSyntaxError } from './pdf-lexer.ts';

/** Maximum decoded size of a stream in bytes: page contents and tables are smaller, decompression bombs larger. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum number of filters of one stream: producers write one or two. */
const MAX_FILTERS = 8;

type Resolve = (value: PdfValue | undefined) => PdfValue | PdfStream | undefined;

/** @throws PdfSyntaxError for an unsupported filter, and for damaged or too large data */
export function decodeStream(stream: PdfStream, resolve: Resolve): Uint8Array {
  const filters = listOf(resolve(stream.dict.get('Filter') ?? stream.dict.get('F')));
  const parameters = listOf(resolve(stream.dict.get('DecodeParms') ?? stream.dict.get('DP')));
  if (filters.length > MAX_FILTERS) throw new PdfSyntaxError('A stream has too many filters.');
  return filters.reduce<Uint8Array>((bytes, filter, index) => {
    const parameter = resolve(parameters[index]);
    return undoFilter(bytes, nameOf(resolve(filter)), isDict(parameter) ? parameter : new Map<string, PdfValue>());
  }, stream.bytes);
}

const listOf = (value: PdfValue | PdfStream | undefined): readonly PdfValue[] => {
  if (value === undefined || value === null) return [];
  return isArray(value) ? value : [value as PdfValue];
};

function undoFilter(bytes: Uint8Array, filter: string | undefined, parameters: PdfDict): Uint8Array {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflate(bytes), parameters);
    case 'LZWDecode':
    case 'LZW':
      return undoPredictor(undoLzw(bytes, parameters.get('EarlyChange') !== 0), parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return undoAsciiHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return undoAscii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return undoRunLength(bytes);
    case undefined:
    default:
      throw new PdfSyntaxError(`The stream filter ${filter ?? '(none)'} is not supported.`);
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    // With Z_SYNC_FLUSH truncated data is decoded as far as it goes, as viewers do.
    return inflateSync(bytes, { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new PdfSyntaxError('A compressed stream is damaged or too large.', { cause: error });
  }
}

/** Reverses PNG predictors (10 to 15), which cross-reference streams use. */
function undoPredictor(bytes: Uint8Array, parameters: PdfDict): Uint8Array {
  const predictor = parameters.get('Predictor') ?? 1;
  if (predictor === 1) return bytes;
  if (typeof predictor !== 'number' || predictor < 10)
    throw new PdfSyntaxError('A stream uses an unsupported predictor.');
  const [colors, bits, columns] = (['Colors', 'BitsPerComponent', 'Columns'] as const).map((key, index) =>
    integerOf(parameters.get(key), [1, 8, 1][index] ?? 1),
  ) as [number, number, number];
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = Math.ceil((colors * bits * columns) / 8);
  const rows = Math.floor(bytes.length / (row + 1));
  const plain = new Uint8Array(rows * row);
  for (let y = 0; y < rows; y += 1)
    undoPngRow(bytes.subarray(y * (row + 1), (y + 1) * (row + 1)), plain, y * row, row, pixel);
  return plain;
}

function undoPngRow(line: Uint8Array, plain: Uint8Array, at: number, row: number, pixel: number): void {
  const kind = line[0];
  for (let x = 0; x < row; x += 1) {
    const left = x >= pixel ? (plain[at + x - pixel] ?? 0) : 0;
    const up = at > 0 ? (plain[at + x - row] ?? 0) : 0;
    const corner = at > 0 && x >= pixel ? (plain[at + x - row - pixel] ?? 0) : 0;
    const prediction =
      kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, corner) : 0;
    plain[at + x] = (line[x + 1] ?? 0) + prediction;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

const integerOf = (value: PdfValue | undefined, fallback: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1_000_000 ? value : fallback;

function undoAsciiHex(bytes: Uint8Array): Uint8Array {
  const digits = latin1(bytes).replace(/>[^]*$|\s/g, '');
  // ISO 32000-1, 7.4.2: an odd last digit is decoded as if a 0 followed it.
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function undoAscii85(bytes: Uint8Array): Uint8Array {
  const coded = latin1(bytes).replace(/~>?[^]*$|\s/g, '');
  const zeros = coded.length - coded.replaceAll('z', '').length;
  if (4 * ((coded.length - zeros) / 5 + zeros) > MAX_BYTES) throw new PdfSyntaxError('An ASCII85 stream is too large.');
  const text = coded.replaceAll('z', '!!!!!');
  const out: number[] = [];
  for (let at = 0; at < text.length; at += 5) {
    const group = text.slice(at, at + 5);
    const value = Array.from(group.padEnd(5, 'u')).reduce(
      (sum, character) => sum * 85 + character.charCodeAt(0) - 33,
      0,
    );
    out.push(...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => (value / 2 ** shift) & 255));
  }
  return Uint8Array.from(out);
}

function undoRunLength(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 128;
    if (length === 128) break;
    size += length < 128 ? length + 1 : 257 - length;
    if (size > MAX_BYTES) throw new PdfSyntaxError('A run-length stream is too large.');
    parts.push(
      length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0),
    );
    at += length < 128 ? length + 2 : 2;
  }
  return Buffer.concat(parts);
}

/** Maximum number of table entries: codes of 12 bits, without 256 literal bytes and the two control codes. */
const MAX_LZW_ENTRIES = 4096 - 258;

function undoLzw(bytes: Uint8Array, earlyChange: boolean): Uint8Array {
  const [CLEAR, END] = [256, 257];
  let table: Uint8Array[] = [];
  let previous: Uint8Array | undefined;
  let [bitBuffer, bitCount, width, size] = [0, 0, 9, 0];
  const parts: Uint8Array[] = [];
  for (const byte of bytes) {
    bitBuffer = ((bitBuffer << 8) | byte) & 0xffffff;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bitBuffer >> bitCount) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [table, previous, width] = [[], undefined, 9];
      continue;
    }
    const known = code < 256 ? Uint8Array.of(code) : table[code - 258];
    const entry: Uint8Array | undefined =
      known ?? (previous === undefined ? undefined : Buffer.concat([previous, previous.subarray(0, 1)]));
    if (entry === undefined) throw new PdfSyntaxError('An LZW stream is damaged.');
    if (previous !== undefined && table.length < MAX_LZW_ENTRIES)
      table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
    parts.push(entry);
    size += entry.length;
    if (size > MAX_BYTES) throw new PdfSyntaxError('An LZW stream is too large.');
    previous = entry;
    const next = table.length + 258 + (earlyChange ? 1 : 0) + 1;
    width = next > 2048 ? 12 : next > 1024 ? 11 : next > 512 ? 10 : 9;
  }
  return Buffer.concat(parts);
}
