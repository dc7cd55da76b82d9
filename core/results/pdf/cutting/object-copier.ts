/**
 * Copies objects from one PDF into another, with all that they refer to, but never across the border of a page:
 * a reference to a page that is not in the copy, or to the page tree or structure tree, becomes null.
 */
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import type { PdfDict, PdfObject, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { isArray, isDict, nameOf, PdfRef, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { usedResources } from './used-resources.ts';

/** Trees that hold all the pages, and therefore all the documents, together. */
const BORDERS = new Set([
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

/** What a picture or form may carry besides itself: private data of the program that drew it, files, links into the structure tree. */
const DROPPED_FROM_STREAMS = ['PieceInfo', 'AF', 'StructParent', 'StructParents', 'Ref', 'OPI', 'JS', 'LastModified'];

export class ObjectCopier {
  /** References to optional-content groups that came along: source number → copy. */
  readonly layers = new Map<number, PdfRef>();
  readonly #source: PdfFile;
  readonly #writer: PdfFileWriter;
  readonly #pages: ReadonlyMap<number, PdfRef>;
  readonly #copies = new Map<number, PdfRef>();
  readonly #waiting: { readonly from: PdfObject; readonly to: PdfRef }[] = [];

  /** @param pages the pages of the copy: their object numbers in the source, and what they are in the copy */
  constructor(source: PdfFile, writer: PdfFileWriter, pages: ReadonlyMap<number, PdfRef>) {
    this.#source = source;
    this.#writer = writer;
    this.#pages = pages;
  }

  /** The value as it is in the copy; call `writeWaiting` at the end. */
  copy(value: PdfValue): PdfValue {
    if (value instanceof PdfRef) return this.#copyRef(value);
    if (isDict(value)) return this.copyDict(value);
    if (isArray(value)) return value.map((member) => this.copy(member));
    return value;
  }

  /** @param keys only these members; absent: all */
  copyDict(dict: PdfDict, keys?: ReadonlySet<string>): PdfDict {
    const copy: PdfDict = new Map();
    for (const [key, value] of dict) {
      if (keys === undefined || keys.has(key)) copy.set(key, this.copy(value));
    }
    return copy;
  }

  /** Writes every object that copies refer to, and what those refer to. */
  writePending(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
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
    if (type !== undefined && BORDERS.has(type)) return null;
    const copy = this.#writer.reserve();
    this.#copies.set(ref.number, copy);
    if (type === 'OCG') this.layers.set(ref.number, copy);
    this.#waiting.push({ from: object, to: copy });
    return copy;
  }

  #copyObject(object: PdfObject): PdfObject {
    if (!(object instanceof PdfStream)) return this.copy(object);
    const dict: PdfDict = new Map(object.dict);
    for (const key of [...DROPPED_FROM_STREAMS, 'Length']) dict.delete(key);
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
