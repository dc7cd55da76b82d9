/** PDF objects as plain values (ISO 32000-2, 7.3), and their serialisation. */

export class PdfName {
  /** Without the slash, escapes resolved; one character per byte. */
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

/**
 * A string as it is in the file, with delimiters, so that it can be written back byte for byte; one character per byte.
 */
export class PdfString {
  readonly raw: string;
  constructor(raw: string) {
    this.raw = raw;
  }
}

export type PdfDict = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfName | PdfRef | PdfString | readonly PdfValue[] | PdfDict;

/** A dictionary and the encoded bytes of the stream, as they are in the file. */
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

/** Creates a dictionary of the members that are not undefined. */
export const dictOf = (members: Readonly<Record<string, PdfValue | undefined>>): PdfDict =>
  new Map(Object.entries(members).filter((entry): entry is [string, PdfValue] => entry[1] !== undefined));

export const isDict = (value: PdfObject | undefined): value is PdfDict => value instanceof Map;
export const isArray = (value: PdfObject | undefined): value is readonly PdfValue[] => Array.isArray(value);
export const nameOf = (value: PdfObject | undefined): string | undefined =>
  value instanceof PdfName ? value.value : undefined;

/** The bytes of a PDF string with escapes resolved (ISO 32000-2, 7.3.4); one character per byte. */
export function stringBytes(string: PdfString): string {
  const inner = string.raw.slice(1, -1);
  if (string.raw.startsWith('<')) {
    const hex = inner.replace(/[\s\0]/g, '');
    return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex').toString('latin1');
  }
  return inner.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 255);
    return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '', '\r\n': '' }[escaped] ?? escaped;
  });
}

/** Encodes text as a PDF string in UTF-16BE with a byte order mark. */
export function textString(text: string): PdfString {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return new PdfString(`<feff${units.join('')}>`);
}

const NEEDS_ESCAPE = /[^!-~]|[#()<>[\]{}/%]/g;

/** @returns the object in the syntax of a PDF file; one character per byte (latin1) */
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

/** PDF numbers have no exponents (ISO 32000-2, 7.3.3). */
const serialiseNumber = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(0) : value.toFixed(10).replace(/\.?0+$/, '');
