/** A PDF's cross-reference tables and streams, newest first: where each object lies. */
import { decodeStream } from './decode-stream.ts';
import { latin1, PdfLexer, PdfSyntaxError } from './pdf-lexer.ts';
import type { PdfDict, PdfObject, PdfValue } from './pdf-objects.ts';
import { isArray, isDict, PdfStream } from './pdf-objects.ts';

export type ObjectPlace = { readonly offset: number } | { readonly stream: number };

export interface CrossReferences {
  readonly trailer: PdfDict;
  readonly places: ReadonlyMap<number, ObjectPlace>;
}

/** `undefined`: the object is free. */
type Places = Map<number, ObjectPlace | undefined>;

const MOST_SECTIONS = 1_000;
const MOST_OBJECTS = 8_388_607;

/**
 * @param objectAt reads the object that begins at an offset
 * @throws PdfSyntaxError
 */
export function readCrossReferences(bytes: Uint8Array, objectAt: (offset: number) => PdfObject): CrossReferences {
  const places: Places = new Map();
  const seen = new Set<number>();
  let trailer: PdfDict | undefined;
  const waiting = [startOf(bytes)];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (seen.size > MOST_SECTIONS) throw new PdfSyntaxError('The file has too many cross-reference sections.');
    const section = readSection(bytes, at, places, objectAt);
    trailer ??= section;
    // A hybrid file's stream comes before the section that its table follows.
    for (const key of ['XRefStm', 'Prev']) {
      const next = section.get(key);
      if (typeof next === 'number') waiting.push(next);
    }
  }
  if (trailer === undefined) throw new PdfSyntaxError('The file has no trailer.');
  return {
    trailer,
    places: new Map(Array.from(places).filter((entry): entry is [number, ObjectPlace] => entry[1] !== undefined)),
  };
}

function startOf(bytes: Uint8Array): number {
  const end = latin1(bytes, Math.max(0, bytes.length - 2048));
  const found = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/.exec(end)?.[1];
  if (found === undefined) throw new PdfSyntaxError('The file does not say where its cross-references are.');
  return Number(found);
}

/** @returns the section's trailer */
function readSection(bytes: Uint8Array, at: number, places: Places, objectAt: (offset: number) => PdfObject): PdfDict {
  const lexer = new PdfLexer(bytes, at);
  return lexer.takeKeyword('xref') ? readTable(lexer, places) : readStream(objectAt(at), places);
}

function readTable(lexer: PdfLexer, places: Places): PdfDict {
  while (!lexer.takeKeyword('trailer')) {
    const first = lexer.takeInteger();
    const count = lexer.takeInteger();
    for (let index = 0; index < count; index += 1) {
      const offset = lexer.takeInteger();
      lexer.takeInteger();
      const used = lexer.takeKeyword('n');
      if (!used && !lexer.takeKeyword('f')) throw new PdfSyntaxError('The cross-reference table is damaged.');
      addPlace(places, first + index, used && offset > 0 ? { offset } : undefined);
    }
  }
  const trailer = lexer.takeValue();
  if (!isDict(trailer)) throw new PdfSyntaxError('The trailer is not a dictionary.');
  return trailer;
}

function readStream(stream: PdfObject, places: Places): PdfDict {
  if (!(stream instanceof PdfStream)) throw new PdfSyntaxError('There are no cross-references where the file says.');
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
      addPlace(places, first + index, kind === 1 ? { offset: where } : kind === 2 ? { stream: where } : undefined);
    }
  }
  return stream.dict;
}

/** The first place heard of is the newest. */
function addPlace(places: Places, number: number, place: ObjectPlace | undefined): void {
  if (number > MOST_OBJECTS) throw new PdfSyntaxError('The file has an impossible object number.');
  if (!places.has(number)) places.set(number, place);
}

const numbersOf = (value: PdfValue | undefined): number[] =>
  isArray(value) ? value.filter((one) => typeof one === 'number') : [];
