/**
 * Finds the TrueType fonts for which a PDF declares no encoding, so that readers must guess the meaning of their codes.
 */
import { rewriteWithPdfium } from './pdfium/rewrite-with-pdfium.ts';
import { decodeStream } from './syntax/decode-stream.ts';
import { PdfFile } from './syntax/pdf-file.ts';
import { readPages } from './syntax/page-tree.ts';
import type { PdfPage } from './syntax/page-tree.ts';
import { PdfSyntaxError } from './syntax/pdf-lexer.ts';
import type { PdfDict, PdfValue } from './syntax/pdf-objects.ts';
import { isArray, nameOf, PdfStream } from './syntax/pdf-objects.ts';

/** Maximum number of resource dictionaries of one page that are searched: its own and those of form XObjects. */
const MAX_DICTIONARIES = 200;

/** A font of a page as PDFium loaded it. */
export interface LoadedFont {
  /** PDFium removes the subset tag from the name of an embedded simple font. */
  readonly name: string;
  /** Returns the embedded font file. */
  readonly file: () => Uint8Array;
}

interface OpenFile {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
}

/**
 * Finds such fonts page by page. An encrypted or damaged file is rewritten first; where that fails none are found, and the
 * text stays as PDFium reads it.
 */
export class UndeclaredFonts {
  readonly #pageCount: number;
  #bytes: Uint8Array;
  #opened: OpenFile | undefined;
  #state: 'as uploaded' | 'unreadable' | 'rewritten' | 'beyond repair' = 'as uploaded';

  /** @param pageCount number of pages according to PDFium; a file with a different number here is treated as damaged */
  constructor(bytes: Uint8Array, pageCount: number) {
    this.#bytes = bytes;
    this.#pageCount = pageCount;
  }

  /**
   * Whether a font of the page is a TrueType font that has neither /Encoding nor /ToUnicode. False while the file cannot
   * be read: `rewriteIfUnreadable` may change that.
   * @param index page index, from 0
   */
  has(index: number, font: LoadedFont): boolean {
    if (this.#state === 'unreadable' || this.#state === 'beyond repair') return false;
    try {
      this.#opened ??= openPages(this.#bytes, this.#pageCount);
      const { file, pages } = this.#opened;
      return isUndeclaredAmong(file, fontsOf(file, pages[index]?.attributes.get('Resources')), font);
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.#state = this.#state === 'rewritten' ? 'beyond repair' : 'unreadable';
      return false;
    }
  }

  /**
   * Has PDFium write the file anew, without encryption and damage, if `has` could not read it; takes about 50 ms.
   * @returns whether `has` may now find fonts that it did not find before
   */
  async rewriteIfUnreadable(): Promise<boolean> {
    if (this.#state !== 'unreadable') return false;
    this.#opened = undefined;
    try {
      this.#bytes = await rewriteWithPdfium(this.#bytes);
      this.#state = 'rewritten';
      return true;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.#state = 'beyond repair';
      return false;
    }
  }
}

const openPages = (bytes: Uint8Array, pageCount: number): OpenFile => {
  const file = new PdfFile(bytes);
  const pages = readPages(file);
  if (pages.length !== pageCount)
    throw new PdfSyntaxError(`The file has ${pages.length} pages instead of ${pageCount}.`);
  return { file, pages };
};

/** Fonts of one name, some of which declare an encoding, are distinguished by their font files. */
const isUndeclaredAmong = (file: PdfFile, fonts: readonly PdfDict[], { name, file: fileOf }: LoadedFont): boolean => {
  const ofThisName = fonts.filter((font) => nameInPdfium(file, font) === name);
  const [undeclared, declared] = [true, false].map((wanted) =>
    ofThisName.filter((font) => isUndeclared(file, font) === wanted),
  ) as [PdfDict[], PdfDict[]];
  if (undeclared.length === 0 || declared.length === 0) return undeclared.length > 0;
  const bytes = fileOf();
  const hasTheseBytes = (font: PdfDict): boolean => Buffer.compare(fontFileOf(file, font), bytes) === 0;
  return undeclared.some(hasTheseBytes) && !declared.some(hasTheseBytes);
};

/** `ABCDEF+Calibri` (ISO 32000-2, 9.9.2) → `Calibri`, but not for a composite font. */
const nameInPdfium = (file: PdfFile, font: PdfDict): string => {
  const name = nameOf(file.resolve(font.get('BaseFont'))) ?? '';
  return isComposite(file, font) ? name : name.replace(/^[A-Z]{6}\+/, '');
};

const isComposite = (file: PdfFile, font: PdfDict): boolean => nameOf(file.resolve(font.get('Subtype'))) === 'Type0';

const isUndeclared = (file: PdfFile, font: PdfDict): boolean =>
  nameOf(file.resolve(font.get('Subtype'))) === 'TrueType' &&
  ['Encoding', 'ToUnicode'].every((key) => (file.resolve(font.get(key)) ?? null) === null);

/** The decoded font file; empty if the font is not embedded. */
const fontFileOf = (file: PdfFile, font: PdfDict): Uint8Array => {
  const descendants = file.resolve(font.get('DescendantFonts'));
  const described = isArray(descendants) ? file.dict(descendants[0]) : font;
  const descriptor = file.dict(described?.get('FontDescriptor'));
  const stream = ['FontFile2', 'FontFile3', 'FontFile']
    .map((key) => file.resolve(descriptor?.get(key)))
    .find((value) => value instanceof PdfStream);
  return stream === undefined ? new Uint8Array() : decodeStream(stream, (value) => file.resolve(value));
};

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
