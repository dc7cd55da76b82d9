/**
 * Copies objects from one PDF to another with all objects that they refer to, but no other pages: a reference to a page
 * that is not in the copy, or to the page tree or structure tree, becomes null.
 */
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import type { PdfDict, PdfObject, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { isArray, isDict, nameOf, PdfRef, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { usedResources } from './used-resources.ts';

/** Types of objects that refer to all pages, and therefore to other documents. */
const EXCLUDED_TYPES = new Set([
  'Page',
  'Pages',
  'Catalog',
  'StructTreeRoot',
  'StructElem',
  'Template',
  'Outlines',
  'Thread',
  'Bead',
]);

/**
 * Entries of images and forms that are dropped: private data of the producer, attached files, links to the structure
 * tree.
 */
const DROPPED_STREAM_KEYS = ['PieceInfo', 'AF', 'StructParent', 'StructParents', 'Ref', 'OPI', 'JS', 'LastModified'];

export class ObjectCopier {
  /** Optional content groups that were copied: object number in the source → copy. */
  readonly layers = new Map<number, PdfRef>();
  readonly #source: PdfFile;
  readonly #writer: PdfFileWriter;
  readonly #pages: ReadonlyMap<number, PdfRef>;
  readonly #copies = new Map<number, PdfRef>();
  readonly #pending: { readonly from: PdfObject; readonly to: PdfRef }[] = [];

  /** @param pages the pages of the copy: object number in the source → copy */
  constructor(source: PdfFile, writer: PdfFileWriter, pages: ReadonlyMap<number, PdfRef>) {
    this.#source = source;
    this.#writer = writer;
    this.#pages = pages;
  }

  /** Returns the copy of a value. `writePending` must be called at the end. */
  copy(value: PdfValue): PdfValue {
    if (value instanceof PdfRef) return this.#copyRef(value);
    if (isDict(value)) return this.copyDict(value);
    if (isArray(value)) return value.map((member) => this.copy(member));
    return value;
  }

  /** Returns the copy of a dictionary. @param keys keys to copy; absent: all */
  copyDict(dict: PdfDict, keys?: ReadonlySet<string>): PdfDict {
    const copy: PdfDict = new Map();
    for (const [key, value] of dict) {
      if (keys === undefined || keys.has(key)) copy.set(key, this.copy(value));
    }
    return copy;
  }

  /** Writes all objects to which copies refer, directly or indirectly. */
  writePending(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#writer.write(next.to, this.#copyObject(next.from));
    }
  }

  #copyRef(ref: PdfRef): PdfValue {
    const page = this.#pages.get(ref.number);
    if (page !== undefined) return page;
    const known = this.#copies.get(ref.number);
    if (known !== undefined) return known;
    const object = this.#source.resolve(ref);
    if (object === undefined || object === null) return null;
    const type = isDict(object) ? nameOf(this.#source.resolve(object.get('Type'))) : undefined;
    if (type !== undefined && EXCLUDED_TYPES.has(type)) return null;
    const copy = this.#writer.reserve();
    this.#copies.set(ref.number, copy);
    if (type === 'OCG') this.layers.set(ref.number, copy);
    this.#pending.push({ from: object, to: copy });
    return copy;
  }

  #copyObject(object: PdfObject): PdfObject {
    if (!(object instanceof PdfStream)) return this.copy(object);
    const dict: PdfDict = new Map(object.dict);
    for (const key of [...DROPPED_STREAM_KEYS, 'Length']) dict.delete(key);
    const resources = this.#drawsWithResources(dict) ? this.#source.dict(dict.get('Resources')) : undefined;
    if (resources !== undefined) dict.set('Resources', usedResources(this.#source, object, resources));
    return new PdfStream(this.copyDict(dict), object.bytes);
  }

  #drawsWithResources(dict: PdfDict): boolean {
    return (
      nameOf(this.#source.resolve(dict.get('Subtype'))) === 'Form' ||
      this.#source.resolve(dict.get('PatternType')) === 1
    );
  }
}
