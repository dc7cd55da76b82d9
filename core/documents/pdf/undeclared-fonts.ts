/** TrueType fonts for which a PDF declares no encoding: what their codes mean is left to whoever reads it. */
import { PdfFile } from './syntax/pdf-file.ts';
import { readPages } from './syntax/page-tree.ts';
import type { PdfPage } from './syntax/page-tree.ts';
import { PdfSyntaxError } from './syntax/pdf-lexer.ts';
import type { PdfDict, PdfValue } from './syntax/pdf-objects.ts';
import { nameOf, PdfStream } from './syntax/pdf-objects.ts';

/** Resource dictionaries of one page that are looked at: its own, and those of forms in it. */
const MOST_DICTIONARIES = 200;

/** Looks for them page by page. Of a file that is encrypted or damaged none are known: its text stays as PDFium reads it. */
export class UndeclaredFonts {
  readonly #bytes: Uint8Array;
  readonly #pageCount: number;
  #opened: { readonly file: PdfFile; readonly pages: readonly PdfPage[] } | undefined;
  #isUnreadable = false;

  /** @param pageCount pages that PDFium counts: a file in which another number is found is not asked further */
  constructor(bytes: Uint8Array, pageCount: number) {
    this.#bytes = bytes;
    this.#pageCount = pageCount;
  }

  /**
   * Names, without their subset's tag, of a page's TrueType fonts that have neither /Encoding nor /ToUnicode. A name that
   * another font of the page has too is left out.
   * @param index from 0
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
  const byName = Map.groupBy(fonts, (font) => untagged(nameOf(file.resolve(font.get('BaseFont'))) ?? ''));
  return new Set(
    [...byName].filter(([, ofOneName]) => ofOneName.every((font) => isUndeclared(file, font))).map(([name]) => name),
  );
};

/** `ABCDEF+Calibri` (ISO 32000-2, 9.9.2) → `Calibri`. */
const untagged = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

const isUndeclared = (file: PdfFile, font: PdfDict): boolean =>
  nameOf(file.resolve(font.get('Subtype'))) === 'TrueType' &&
  ['Encoding', 'ToUnicode'].every((key) => (file.resolve(font.get(key)) ?? null) === null);

const fontsOf = (file: PdfFile, resources: PdfValue | undefined): PdfDict[] => {
  const dictionaries = new Set([file.dict(resources)].filter((dictionary) => dictionary !== undefined));
  // A set is walked in the order of insertion: what a form brings with it comes in its turn, and once.
  for (const dictionary of dictionaries) {
    const forms = membersOf(file, dictionary, 'XObject')
      .map((drawn) => file.resolve(drawn))
      .filter((drawn) => drawn instanceof PdfStream);
    for (const form of forms) {
      const own = file.dict(form.dict.get('Resources'));
      if (own !== undefined && dictionaries.size < MOST_DICTIONARIES) dictionaries.add(own);
    }
  }
  return [...dictionaries]
    .flatMap((dictionary) => membersOf(file, dictionary, 'Font'))
    .map((font) => file.dict(font))
    .filter((font) => font !== undefined);
};

const membersOf = (file: PdfFile, dictionary: PdfDict, category: string): PdfValue[] =>
  Array.from(file.dict(dictionary.get(category))?.values() ?? []);
