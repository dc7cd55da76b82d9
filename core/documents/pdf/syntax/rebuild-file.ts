/** Rebuilds the cross-references of a damaged PDF from the objects that are in it. */
import { endOfFile, FIRST_ROW, indirectObject, rowOf } from './cross-reference-table.ts';
import { PdfLexer, unlessDamaged } from './pdf-lexer.ts';
import { readObjectStream } from './pdf-file.ts';
import type { PdfObject, PdfValue } from './pdf-objects.ts';
import { dictOf, isDict, nameOf, PdfRef, PdfStream } from './pdf-objects.ts';

/** Bytes before `obj` in which the numbers of an object are. */
const HEAD_BYTES = 24;
const HEAD = /(?<!\d)(\d{1,7})\s+(\d{1,5})\s+$/;
/** Bytes of all objects from object streams at most. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

interface FoundObject {
  readonly number: number;
  readonly generation: number;
  /** Offset of its number in bytes. */
  readonly offset: number;
  /** Undefined where it is damaged. */
  readonly object: PdfObject | undefined;
}

/**
 * Returns the file with its object streams unpacked and a new cross-reference table; of several objects with one number the
 * last one counts. A file whose trailer is missing has lost its end, and pages with it: it is not rebuilt.
 * @returns undefined for a file that is encrypted, or has no trailer or no catalog
 */
export function rebuildFile(bytes: Uint8Array): Uint8Array | undefined {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Offsets count from the header.
  const file = whole.subarray(Math.max(0, whole.indexOf('%PDF-')));
  if (file.includes('/Encrypt')) return undefined;
  const rows = new Map<number, string>();
  const unpacked = [Buffer.from('\n')];
  let end = file.length + 1;
  let root = rootOf(lastTrailer(file));
  const catalogs = new Set<number>();
  for (const { number, generation, offset, object } of findObjects(file)) {
    rows.set(number, rowOf(offset, generation));
    if (isCatalog(object)) catalogs.add(number);
    if (isStreamOf('XRef', object)) root = rootOf(object.dict) ?? root;
    for (const [inner, value] of objectsIn(object)) {
      const text = Buffer.from(indirectObject(inner, value), 'latin1');
      if (end - file.length + text.length > MAX_UNPACKED_BYTES) return undefined;
      if (isCatalog(value)) catalogs.add(inner);
      rows.set(inner, rowOf(end));
      unpacked.push(text);
      end += text.length;
    }
  }
  if (root === undefined || !catalogs.has(root.number)) return undefined;
  return Buffer.concat([file, ...unpacked, tableOf(rows, root, end)]);
}

const isCatalog = (object: PdfObject | undefined): boolean =>
  isDict(object) && nameOf(object.get('Type')) === 'Catalog';

const isStreamOf = (type: string, object: PdfObject | undefined): object is PdfStream =>
  object instanceof PdfStream && nameOf(object.dict.get('Type')) === type;

const rootOf = (trailer: PdfValue | undefined): PdfRef | undefined => {
  const root = isDict(trailer) ? trailer.get('Root') : undefined;
  return root instanceof PdfRef ? root : undefined;
};

const lastTrailer = (file: Buffer): PdfValue | undefined => {
  const at = file.lastIndexOf('trailer');
  return at === -1 ? undefined : unlessDamaged(() => new PdfLexer(file, at + 'trailer'.length).takeValue());
};

function* findObjects(file: Buffer): Generator<FoundObject> {
  for (let at = file.indexOf('obj'); at !== -1; at = file.indexOf('obj', at + 1)) {
    const head = HEAD.exec(file.toString('latin1', Math.max(0, at - HEAD_BYTES), at));
    if (head === null) continue;
    const [number, generation] = [Number(head[1]), Number(head[2])];
    yield { number, generation, offset: at - head[0].length, object: unlessDamaged(() => readObject(file, at + 3)) };
  }
}

/** The object, of which a stream ends at the next `endstream`: its length may be wrong. @throws PdfSyntaxError */
function readObject(file: Buffer, at: number): PdfObject {
  const lexer = new PdfLexer(file, at);
  const value = lexer.takeValue();
  if (!isDict(value) || !lexer.takeKeyword('stream')) return value;
  lexer.skipEndOfLine();
  const end = file.indexOf('endstream', lexer.position);
  return new PdfStream(value, file.subarray(lexer.position, end === -1 ? file.length : end));
}

/** The objects in an object stream; none for another object, and for a damaged stream. */
const objectsIn = (object: PdfObject | undefined): Iterable<[number, PdfValue]> =>
  isStreamOf('ObjStm', object) ? (unlessDamaged(() => readObjectStream(object, (value) => value)) ?? []) : [];

function tableOf(rows: ReadonlyMap<number, string>, root: PdfRef, at: number): Buffer {
  const sections = Array.from(rows, ([number, row]) => `${number} 1\n${row}`).join('');
  const size = Array.from(rows.keys()).reduce((most, number) => Math.max(most, number), 0) + 1;
  return Buffer.from(endOfFile(`0 1\n${FIRST_ROW}${sections}`, dictOf({ Size: size, Root: root }), at), 'latin1');
}
