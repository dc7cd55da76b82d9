/** Reads the cross-reference tables and streams of a PDF, newest first (ISO 32000-2, 7.5.4 to 7.5.8). */
import { decodeStream } from './decode-stream.ts';
import { latin1, PdfLexer, PdfSyntaxError } from './pdf-lexer.ts';
import type { PdfDict, PdfObject, PdfValue } from './pdf-objects.ts';
import { isArray, isDict, PdfStream } from './pdf-objects.ts';

/** Location of an object: its offset in bytes, or the number of the object stream that contains it. */
export type ObjectLocation = { readonly offset: number } | { readonly stream: number };

export interface CrossReferences {
  readonly trailer: PdfDict;
  readonly locations: ReadonlyMap<number, ObjectLocation>;
}

/** Locations by object number; `undefined`: the object is free. */
type Locations = Map<number, ObjectLocation | undefined>;

const MAX_SECTIONS = 1_000;
/** Limit of many implementations (ISO 32000-1, annex C). */
const MAX_OBJECT_NUMBER = 8_388_607;

/**
 * @param objectAt reads the object at an offset in bytes
 * @throws PdfSyntaxError if the cross-references are damaged
 */
export function readCrossReferences(bytes: Uint8Array, objectAt: (offset: number) => PdfObject): CrossReferences {
  const locations: Locations = new Map();
  const seen = new Set<number>();
  let trailer: PdfDict | undefined;
  const pending = [startOf(bytes)];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (seen.size > MAX_SECTIONS) throw new PdfSyntaxError('The file has too many cross-reference sections.');
    const section = readSection(bytes, at, locations, objectAt);
    trailer ??= section;
    // In a hybrid-reference file the stream (XRefStm) takes precedence over the previous section.
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.get(key);
      if (typeof next === 'number') pending.push(next);
    }
  }
  if (trailer === undefined) throw new PdfSyntaxError('The file has no trailer.');
  return {
    trailer,
    locations: new Map(
      Array.from(locations).filter((entry): entry is [number, ObjectLocation] => entry[1] !== undefined),
    ),
  };
}

/** Offset in bytes of the newest cross-references. @throws PdfSyntaxError */
export function startOf(bytes: Uint8Array): number {
  const end = latin1(bytes, Math.max(0, bytes.length - 2048));
  const found = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/.exec(end)?.[1];
  if (found === undefined) throw new PdfSyntaxError('The file has no startxref.');
  return Number(found);
}

/** @returns the section's trailer */
function readSection(
  bytes: Uint8Array,
  at: number,
  locations: Locations,
  objectAt: (offset: number) => PdfObject,
): PdfDict {
  const lexer = new PdfLexer(bytes, at);
  return lexer.takeKeyword('xref') ? readTable(lexer, locations) : readStream(objectAt(at), locations);
}

function readTable(lexer: PdfLexer, locations: Locations): PdfDict {
  while (!lexer.takeKeyword('trailer')) {
    const first = lexer.takeInteger();
    const count = lexer.takeInteger();
    for (let index = 0; index < count; index += 1) {
      const offset = lexer.takeInteger();
      lexer.takeInteger();
      const used = lexer.takeKeyword('n');
      if (!used && !lexer.takeKeyword('f')) throw new PdfSyntaxError('The cross-reference table is damaged.');
      addLocation(locations, first + index, used && offset > 0 ? { offset } : undefined);
    }
  }
  const trailer = lexer.takeValue();
  if (!isDict(trailer)) throw new PdfSyntaxError('The trailer is not a dictionary.');
  return trailer;
}

function readStream(stream: PdfObject, locations: Locations): PdfDict {
  if (!(stream instanceof PdfStream)) throw new PdfSyntaxError('There are no cross-references at the stated offset.');
  const rows = decodeStream(stream, (value) => value);
  const widths = numbersOf(stream.dict.get('W'));
  const [kindWidth = 0, offsetWidth = 0, lastWidth = 0] = widths;
  const size = stream.dict.get('Size');
  const subsections = stream.dict.has('Index')
    ? numbersOf(stream.dict.get('Index'))
    : [0, typeof size === 'number' ? size : 0];
  let at = 0;
  const take = (width: number): number => {
    let value = 0;
    for (let index = 0; index < width; index += 1) value = value * 256 + (rows[at + index] ?? 0);
    at += width;
    return value;
  };
  for (let section = 0; section + 1 < subsections.length; section += 2) {
    const first = subsections[section] ?? 0;
    const count = subsections[section + 1] ?? 0;
    for (let index = 0; index < count && at < rows.length; index += 1) {
      const kind = kindWidth === 0 ? 1 : take(kindWidth);
      const where = take(offsetWidth);
      take(lastWidth);
      addLocation(
        locations,
        first + index,
        kind === 1 ? { offset: where } : kind === 2 ? { stream: where } : undefined,
      );
    }
  }
  return stream.dict;
}

/** Adds a location unless a newer section has already given one. */
function addLocation(locations: Locations, number: number, location: ObjectLocation | undefined): void {
  if (number > MAX_OBJECT_NUMBER) throw new PdfSyntaxError('The file has an impossible object number.');
  if (!locations.has(number)) locations.set(number, location);
}

const numbersOf = (value: PdfValue | undefined): number[] =>
  isArray(value) ? value.filter((one) => typeof one === 'number') : [];
