/** PDF's objects as plain values (ISO 32000-2, 7.3), and how they are written down. */

export class PdfName {
  /** Without the slash, escapes resolved; one character a byte. */
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class PdfRef {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation = 0) {
    this.number = number;
    this.generation = generation;
  }
}

/** Kept as it was written, delimiters included, so that it is given back byte for byte; one character a byte. */
export class PdfString {
  readonly raw: string;
  constructor(raw: string) {
    this.raw = raw;
  }
}

export type PdfDict = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfName | PdfRef | PdfString | readonly PdfValue[] | PdfDict;

/** A dictionary with its bytes as they stand in the file: encoded by its filters. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly bytes: Uint8Array;
  constructor(dict: PdfDict, bytes: Uint8Array) {
    this.dict = dict;
    this.bytes = bytes;
  }
}

export type PdfObject = PdfValue | PdfStream;

export const name = (value: string): PdfName => new PdfName(value);

/** A dictionary of the members that are not undefined. */
export const dictOf = (members: Readonly<Record<string, PdfValue | undefined>>): PdfDict =>
  new Map(Object.entries(members).filter((entry): entry is [string, PdfValue] => entry[1] !== undefined));

export const isDict = (value: PdfObject | undefined): value is PdfDict => value instanceof Map;
export const isArray = (value: PdfObject | undefined): value is readonly PdfValue[] => Array.isArray(value);
export const nameOf = (value: PdfObject | undefined): string | undefined =>
  value instanceof PdfName ? value.value : undefined;

/** Text as a PDF string in UTF-16 with its byte-order mark. */
export function textString(text: string): PdfString {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return new PdfString(`<feff${units.join('')}>`);
}

const NEEDS_ESCAPE = /[^!-~]|[#()<>[\]{}/%]/g;

/** @returns the object as it is written in a file; one character a byte (latin1) */
export function serialise(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return serialiseNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof PdfName) return serialiseName(value.value);
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfString) return value.raw;
  if (isDict(value))
    return `<<${Array.from(value, ([key, member]) => `${serialiseName(key)} ${serialise(member)}`).join('')}>>`;
  return `[${value.map(serialise).join(' ')}]`;
}

const serialiseName = (value: string): string =>
  `/${value.replace(NEEDS_ESCAPE, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;

/** PDF knows no exponents. */
const serialiseNumber = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(0) : value.toFixed(10).replace(/\.?0+$/, '');
