/** Resolves the links of a cut. They may lead to the web and to pages of the same cut. */
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfDict, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import {
  isArray,
  isDict,
  nameOf,
  PdfName,
  PdfRef,
  PdfString,
  stringBytes,
} from '../../../documents/pdf/syntax/pdf-objects.ts';

const MAX_NAMES = 200_000;

export class NamedDestinations {
  readonly #source: PdfFile;
  #names: ReadonlyMap<string, PdfValue> | undefined;

  constructor(source: PdfFile) {
    this.#source = source;
  }

  /** The destination with this name; undefined if there is none. */
  find(name: string): PdfValue | undefined {
    this.#names ??= this.#read();
    return this.#names.get(name);
  }

  #read(): ReadonlyMap<string, PdfValue> {
    const catalog = this.#source.catalog();
    const names = new Map(this.#source.dict(catalog.get('Dests')) ?? []);
    const pending: PdfValue[] = [this.#source.dict(catalog.get('Names'))?.get('Dests') ?? null];
    const seen = new Set<PdfDict>();
    for (let next = pending.pop(); next !== undefined && names.size < MAX_NAMES; next = pending.pop()) {
      const node = this.#source.dict(next);
      if (node === undefined || seen.has(node)) continue;
      seen.add(node);
      const [kids, pairs] = [this.#source.resolve(node.get('Kids')), this.#source.resolve(node.get('Names'))];
      if (isArray(kids)) pending.push(...kids);
      if (isArray(pairs))
        for (let index = 0; index + 1 < pairs.length; index += 2)
          addPair(names, this.#source.resolve(pairs[index]), pairs[index + 1]);
    }
    return names;
  }
}

function addPair(names: Map<string, PdfValue>, key: unknown, value: PdfValue | undefined): void {
  if (key instanceof PdfString && value !== undefined) names.set(stringBytes(key), value);
}

export class LinkTargets {
  readonly #source: PdfFile;
  readonly #names: NamedDestinations;
  readonly #pages: ReadonlyMap<number, PdfRef>;

  constructor(source: PdfFile, names: NamedDestinations, pages: ReadonlyMap<number, PdfRef>) {
    this.#source = source;
    this.#names = names;
    this.#pages = pages;
  }

  /** @returns the destination of the link; undefined if it is not a page of the cut */
  destinationOf(annotation: PdfDict): PdfValue | undefined {
    const action = this.#source.dict(annotation.get('A'));
    const given =
      annotation.get('Dest') ??
      (action !== undefined && nameOf(this.#source.resolve(action.get('S'))) === 'GoTo' ? action.get('D') : undefined);
    const [page, ...view] = this.#explicit(given) ?? [];
    const target = page instanceof PdfRef ? this.#pages.get(page.number) : undefined;
    // A view consists of a name and numbers (ISO 32000-2, 12.3.2.2); anything else could refer to objects outside the
    // cut.
    return target === undefined
      ? undefined
      : [target, ...view.filter((part) => part === null || part instanceof PdfName || typeof part === 'number')];
  }

  /** @returns the URI of the link; undefined if there is none or if its scheme is not allowed (javascript:) */
  addressOf(annotation: PdfDict): PdfString | undefined {
    const action = this.#source.dict(annotation.get('A'));
    if (action === undefined || nameOf(this.#source.resolve(action.get('S'))) !== 'URI') return undefined;
    const address = this.#source.resolve(action.get('URI'));
    if (!(address instanceof PdfString)) return undefined;
    return /^[\s\0]*(https?|mailto|tel|ftp):|^[^:]*$/i.test(stringBytes(address)) ? address : undefined;
  }

  /** @returns the address to which relative links are added (ISO 32000-2, table 211); undefined if it is none of the web */
  baseAddress(): PdfString | undefined {
    const base = this.#source.resolve(this.#source.dict(this.#source.catalog().get('URI'))?.get('Base'));
    return base instanceof PdfString && /^[\s\0]*(https?|ftp):/i.test(stringBytes(base)) ? base : undefined;
  }

  #explicit(given: PdfValue | undefined): readonly PdfValue[] | undefined {
    const value = this.#source.resolve(given);
    const named =
      value instanceof PdfString
        ? this.#names.find(stringBytes(value))
        : value instanceof PdfName
          ? this.#names.find(value.value)
          : undefined;
    const target = named === undefined ? value : this.#source.resolve(named);
    const array = isDict(target) ? this.#source.resolve(target.get('D')) : target;
    return isArray(array) ? array : undefined;
  }
}
