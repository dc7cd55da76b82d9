/**
 * Parses PDF objects strictly: anything that violates the standard is a PdfSyntaxError, after which qpdf repairs the
 * file.
 */
import type { PdfDict, PdfValue } from './pdf-objects.ts';
import { PdfName, PdfRef, PdfString } from './pdf-objects.ts';

/** The syntax of the file violates the standard; an engine that repairs files may still read it. */
export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError';
}

/** What is read; undefined where that throws a PdfSyntaxError. */
export function unlessDamaged<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return undefined;
  }
}

/** Maximum nesting of objects; deeper nesting could overflow the stack. */
const MAX_DEPTH = 100;

const [NUL, TAB, LF, FF, CR, SPACE] = [0, 9, 10, 12, 13, 32] as const;
const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === NUL || byte === FF;
const DELIMITERS = new Set(Array.from('()<>[]{}/%', (character) => character.charCodeAt(0)));
/** 1 for each byte that is neither white space nor a delimiter. A table, because every byte of a file may be looked up. */
const REGULAR = Uint8Array.from({ length: 256 }, (_, byte) => (isSpace(byte) || DELIMITERS.has(byte) ? 0 : 1));
const isRegular = (byte: number): boolean => REGULAR[byte] === 1;

export class PdfLexer {
  position: number;
  /** A buffer, because it decodes text without a new view for each word. */
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bufferOf(bytes);
    this.position = position;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.#peek();
      if (byte === 0x25) this.#skipComment();
      else if (byte !== undefined && isSpace(byte)) this.position += 1;
      else return;
    }
  }

  /** Skips white space and, if this keyword follows, moves past it. @returns whether it followed */
  takeKeyword(word: string): boolean {
    this.skipSpace();
    for (let index = 0; index < word.length; index += 1) {
      if (this.#bytes[this.position + index] !== word.charCodeAt(index)) return false;
    }
    const after = this.#bytes[this.position + word.length];
    if (after !== undefined && isRegular(after)) return false;
    this.position += word.length;
    return true;
  }

  /** Parses a non-negative integer. @throws PdfSyntaxError if there is none */
  takeInteger(): number {
    this.skipSpace();
    const word = this.#word();
    if (!/^\d{1,10}$/.test(word)) throw this.#error('a non-negative integer');
    return Number(word);
  }

  /** Parses an object or an indirect reference. @throws PdfSyntaxError if there is none */
  takeValue(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw this.#error('less nesting');
    this.skipSpace();
    const byte = this.#peek();
    if (byte === 0x2f) return new PdfName(this.#takeName());
    if (byte === 0x28) return this.#takeLiteralString();
    if (byte === 0x5b) return this.#takeArray(depth);
    if (byte === 0x3c) return this.#bytes[this.position + 1] === 0x3c ? this.#takeDict(depth) : this.#takeHexString();
    return this.#takeWord();
  }

  /** Skips the end-of-line marker after the keyword `stream`. */
  skipEndOfLine(): void {
    if (this.#peek() === CR) this.position += 1;
    if (this.#peek() === LF) this.position += 1;
  }

  #takeWord(): PdfValue {
    const word = this.#word();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw this.#error('an object');
    return this.#takeReference(word) ?? Number(word);
  }

  /** Parses the rest of an indirect reference such as `12 0 R`; undefined if the number is not the beginning of one. */
  #takeReference(word: string): PdfRef | undefined {
    if (!/^\d{1,10}$/.test(word)) return undefined;
    const behindNumber = this.position;
    this.skipSpace();
    const generation = this.#word();
    if (/^\d{1,5}$/.test(generation) && this.takeKeyword('R')) return new PdfRef(Number(word), Number(generation));
    this.position = behindNumber;
    return undefined;
  }

  #takeName(): string {
    this.position += 1;
    return this.#word().replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #takeArray(depth: number): PdfValue[] {
    this.position += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#peek() === 0x5d) break;
      values.push(this.takeValue(depth + 1));
    }
    this.position += 1;
    return values;
  }

  #takeDict(depth: number): PdfDict {
    this.position += 2;
    const dict: PdfDict = new Map();
    for (;;) {
      this.skipSpace();
      if (this.#peek() === 0x3e) break;
      if (this.#peek() !== 0x2f) throw this.#error('a name');
      const key = this.#takeName();
      dict.set(key, this.takeValue(depth + 1));
    }
    if (this.#bytes[this.position + 1] !== 0x3e) throw this.#error('>>');
    this.position += 2;
    return dict;
  }

  #takeLiteralString(): PdfString {
    const start = this.position;
    let nesting = 0;
    for (;;) {
      const byte = this.#peek();
      if (byte === undefined) throw this.#error(')');
      this.position += byte === 0x5c ? 2 : 1;
      if (byte === 0x28) nesting += 1;
      if (byte === 0x29) nesting -= 1;
      if (nesting === 0) return new PdfString(this.#bytes.toString('latin1', start, this.position));
    }
  }

  #takeHexString(): PdfString {
    const end = this.#bytes.indexOf(0x3e, this.position);
    if (end < 0) throw this.#error('>');
    const raw = this.#bytes.toString('latin1', this.position, end + 1);
    if (!/^<[0-9A-Fa-f\s\0]*>$/.test(raw)) throw this.#error('hexadecimal digits');
    this.position = end + 1;
    return new PdfString(raw);
  }

  #word(): string {
    const start = this.position;
    let end = start;
    while (isRegular(this.#bytes[end] ?? SPACE)) end += 1;
    this.position = end;
    return this.#bytes.toString('latin1', start, end);
  }

  #skipComment(): void {
    for (let byte = this.#peek(); byte !== undefined && byte !== LF && byte !== CR; byte = this.#peek())
      this.position += 1;
  }

  #peek(): number | undefined {
    return this.#bytes[this.position];
  }

  #error(expected: string): PdfSyntaxError {
    return new PdfSyntaxError(`Expected ${expected} at byte ${this.position}.`);
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Decodes bytes as latin1: one character per byte. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  bufferOf(bytes).toString('latin1', start, end);
