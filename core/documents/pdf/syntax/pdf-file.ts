/**
 * Reads the objects of a PDF on demand: extracting a few pages of a large file reads only the objects that they need.
 * Parsing is strict: a damaged or encrypted file causes a PdfSyntaxError; core/results/pdf/cutting/open-cuttable.ts
 * repairs it first.
 */
import { decodeStream } from './decode-stream.ts';
import { latin1, PdfLexer, PdfSyntaxError } from './pdf-lexer.ts';
import type { PdfDict, PdfObject, PdfValue } from './pdf-objects.ts';
import { isDict, nameOf, PdfRef, PdfStream } from './pdf-objects.ts';
import type { CrossReferences, ObjectLocation } from './cross-references.ts';
import { readCrossReferences } from './cross-references.ts';

export class PdfFile {
  readonly trailer: PdfDict;
  readonly #bytes: Uint8Array;
  #locations: ReadonlyMap<number, ObjectLocation> = new Map();
  readonly #objects = new Map<number, PdfObject>();
  readonly #objectStreams = new Map<number, ReadonlyMap<number, PdfValue>>();
  readonly #resolving = new Set<number>();

  /** @throws PdfSyntaxError */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const references: CrossReferences = readCrossReferences(bytes, (at) => this.#objectAt(at).object);
    this.#locations = references.locations;
    this.trailer = references.trailer;
    if (this.trailer.has('Encrypt')) throw new PdfSyntaxError('The file is encrypted.');
  }

  /** The version, such as `1.4`: the later one of the header and the catalog. */
  get version(): string {
    const header = /%PDF-(\d\.\d)/.exec(latin1(this.#bytes, 0, 1024))?.[1] ?? '1.7';
    const inCatalog = nameOf(this.resolve(this.catalog().get('Version'))) ?? '';
    return /^\d\.\d$/.test(inCatalog) && inCatalog > header ? inCatalog : header;
  }

  catalog(): PdfDict {
    const catalog = this.resolve(this.trailer.get('Root'));
    if (!isDict(catalog)) throw new PdfSyntaxError('The file has no catalog.');
    return catalog;
  }

  /**
   * Follows references to an object. A missing object is null (ISO 32000-2, 7.3.10).
   * @throws PdfSyntaxError if the object is damaged or the references form a cycle
   */
  resolve(value: PdfValue | undefined): PdfObject | undefined {
    let object: PdfObject | undefined = value;
    for (let steps = 0; object instanceof PdfRef; steps += 1) {
      if (steps > 32) throw new PdfSyntaxError('The references form a cycle.');
      object = this.#objectOf(object.number);
    }
    return object;
  }

  dict(value: PdfValue | undefined): PdfDict | undefined {
    const object = this.resolve(value);
    return isDict(object) ? object : undefined;
  }

  #objectOf(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    if (this.#resolving.has(number)) throw new PdfSyntaxError(`Object ${number} depends on itself.`);
    this.#resolving.add(number);
    try {
      const object = this.#read(number);
      this.#objects.set(number, object);
      return object;
    } finally {
      this.#resolving.delete(number);
    }
  }

  #read(number: number): PdfObject {
    const location = this.#locations.get(number);
    if (location === undefined) return null;
    if ('stream' in location) return this.#objectStream(location.stream).get(number) ?? null;
    const { object, number: found } = this.#objectAt(location.offset);
    if (found !== number) throw new PdfSyntaxError(`Object ${number} is not at the offset of its cross-reference.`);
    return object;
  }

  #objectAt(offset: number): { number: number; object: PdfObject } {
    const lexer = new PdfLexer(this.#bytes, offset);
    const number = lexer.takeInteger();
    lexer.takeInteger();
    if (!lexer.takeKeyword('obj')) throw new PdfSyntaxError(`There is no object at byte ${offset}.`);
    const value = lexer.takeValue();
    if (!isDict(value) || !lexer.takeKeyword('stream')) return { number, object: value };
    lexer.skipEndOfLine();
    const start = lexer.position;
    const length = this.resolve(value.get('Length'));
    if (typeof length !== 'number' || length < 0) throw new PdfSyntaxError(`Stream ${number} has no valid length.`);
    const behind = new PdfLexer(this.#bytes, start + length);
    if (!behind.takeKeyword('endstream')) throw new PdfSyntaxError(`Stream ${number} does not end after its length.`);
    return { number, object: new PdfStream(value, this.#bytes.subarray(start, start + length)) };
  }

  #objectStream(number: number): ReadonlyMap<number, PdfValue> {
    const known = this.#objectStreams.get(number);
    if (known !== undefined) return known;
    const stream = this.#objectOf(number);
    if (!(stream instanceof PdfStream)) throw new PdfSyntaxError(`Object ${number} is not an object stream.`);
    const objects = readObjectStream(stream, (value) => this.resolve(value));
    this.#objectStreams.set(number, objects);
    return objects;
  }
}

/** @throws PdfSyntaxError */
export function readObjectStream(
  stream: PdfStream,
  resolve: (value: PdfValue | undefined) => PdfObject | undefined,
): ReadonlyMap<number, PdfValue> {
  const bytes = decodeStream(stream, resolve);
  const [count, first] = [resolve(stream.dict.get('N')), resolve(stream.dict.get('First'))];
  if (typeof count !== 'number' || typeof first !== 'number')
    throw new PdfSyntaxError('An object stream has no table.');
  const head = new PdfLexer(bytes);
  const objects = new Map<number, PdfValue>();
  for (let index = 0; index < count; index += 1) {
    const number = head.takeInteger();
    const offset = head.takeInteger();
    objects.set(number, new PdfLexer(bytes, first + offset).takeValue());
  }
  return objects;
}
