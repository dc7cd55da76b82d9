/**
 * Finds the TrueType fonts for which a PDF declares no encoding, so that readers must guess the meaning of their codes.
 */
import { PdfFile } from './syntax/pdf-file.ts';
import { readPages } from './syntax/page-tree.ts';
import type { PdfPage } from './syntax/page-tree.ts';
import { PdfSyntaxError } from './syntax/pdf-lexer.ts';
import type { PdfDict, PdfValue } from './syntax/pdf-objects.ts';
import { nameOf, PdfStream } from './syntax/pdf-objects.ts';

/** Maximum number of resource dictionaries of one page that are searched: its own and those of form XObjects. */
const MAX_DICTIONARIES = 200;

/** Finds such fonts page by page. For an encrypted or damaged file it finds none: the text stays as PDFium reads it. */
export class UndeclaredFonts {
  readonly #bytes: Uint8Array;
  readonly #pageCount: number;
  #opened: { readonly file: PdfFile; readonly pages: readonly PdfPage[] } | undefined;
  #isUnreadable = false;

  /** @param pageCount number of pages according to PDFium; a file with a different number here is treated as damaged */
  constructor(bytes: Uint8Array, pageCount: number) {
    this.#bytes = bytes;
    this.#pageCount = pageCount;
  }

  /**
   * Returns the names, without subset tags, of the page's TrueType fonts that have neither /Encoding nor /ToUnicode.
   * A name that another font of the page also has is left out.
   * @param index page index, from 0
   */
  onPage(index: number): ReadonlySet<string> {
    if (this.#isUnreadable) return new Set();
    try {
      this.#opened ??= openPages(this.#bytes, this.#pageCount);
      const { file, pages } = this.#opened;
      return undeclaredIn(file, fontsOf(file, pages[index]?.attributes.get('Resources')));
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.#isUnreadable = true;
      return new Set();
    }
  }
}

const openPages = (bytes: Uint8Array, pageCount: number): { file: PdfFile; pages: readonly PdfPage[] } => {
  const file = new PdfFile(bytes);
  const pages = readPages(file);
  if (pages.length !== pageCount)
    throw new PdfSyntaxError(`The file has ${pages.length} pages instead of ${pageCount}.`);
  return { file, pages };
};

const undeclaredIn = (file: PdfFile, fonts: readonly PdfDict[]): ReadonlySet<string> => {
  const byName = Map.groupBy(fonts, (font) => withoutSubsetTag(nameOf(file.resolve(font.get('BaseFont'))) ?? ''));
  return new Set(
    [...byName].filter(([, ofOneName]) => ofOneName.every((font) => isUndeclared(file, font))).map(([name]) => name),
  );
};

/** `ABCDEF+Calibri` (ISO 32000-2, 9.9.2) → `Calibri`. */
const withoutSubsetTag = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

const isUndeclared = (file: PdfFile, font: PdfDict): boolean =>
  nameOf(file.resolve(font.get('Subtype'))) === 'TrueType' &&
  ['Encoding', 'ToUnicode'].every((key) => (file.resolve(font.get(key)) ?? null) === null);

const fontsOf = (file: PdfFile, resources: PdfValue | undefined): PdfDict[] => {
  const dictionaries = new Set([file.dict(resources)].filter((dictionary) => dictionary !== undefined));
  // A set is iterated in insertion order, including additions: the resources of each form are visited once.
  for (const dictionary of dictionaries) {
    const forms = membersOf(file, dictionary, 'XObject')
      .map((drawn) => file.resolve(drawn))
      .filter((drawn) => drawn instanceof PdfStream);
    for (const form of forms) {
      const own = file.dict(form.dict.get('Resources'));
      if (own !== undefined && dictionaries.size < MAX_DICTIONARIES) dictionaries.add(own);
    }
  }
  return [...dictionaries]
    .flatMap((dictionary) => membersOf(file, dictionary, 'Font'))
    .map((font) => file.dict(font))
    .filter((font) => font !== undefined);
};

const membersOf = (file: PdfFile, dictionary: PdfDict, category: string): PdfValue[] =>
  Array.from(file.dict(dictionary.get(category))?.values() ?? []);
