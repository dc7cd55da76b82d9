/** Looks up in a PDF what it declares about the encoding of a font, which PDFium does not tell. */
import { rewriteWithPdfium } from './pdfium/rewrite-with-pdfium.ts';
import { decodeStream } from './syntax/decode-stream.ts';
import type { PdfFile } from './syntax/pdf-file.ts';
import { openPages } from './syntax/page-tree.ts';
import type { PdfPages } from './syntax/page-tree.ts';
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

/** What the file declares about the fonts of a page. While it cannot be read, nothing: `rewriteIfUnreadable` may change that. */
export interface PageFontDictionaries {
  /** Whether it is a TrueType font that has neither /Encoding nor /ToUnicode, so that readers must guess its encoding. */
  readonly isUndeclared: (font: LoadedFont) => boolean;
  /** The name that the /Differences of a simple font give to the glyph of a code. */
  readonly glyphName: (font: LoadedFont, code: number) => string | undefined;
}

/**
 * The font dictionaries of a file, page by page. An encrypted or damaged file is rewritten first; where that fails nothing
 * is found, and the text stays as PDFium reads it.
 */
export class FontDictionaries {
  readonly #pageCount: number;
  #bytes: Uint8Array;
  #opened: PdfPages | undefined;
  #state: 'as uploaded' | 'unreadable' | 'rewritten' | 'beyond repair' = 'as uploaded';

  /** @param pageCount number of pages according to PDFium; a file with a different number here is treated as damaged */
  constructor(bytes: Uint8Array, pageCount: number) {
    this.#bytes = bytes;
    this.#pageCount = pageCount;
  }

  /** @param index page index, from 0 */
  ofPage(index: number): PageFontDictionaries {
    return {
      isUndeclared: (font) => this.#find(index, (file, fonts) => isUndeclaredAmong(file, fonts, font)) ?? false,
      glyphName: (font, code) => this.#find(index, (file, fonts) => glyphNameAmong(file, fonts, font, code)),
    };
  }

  #find<Found>(index: number, find: (file: PdfFile, fonts: readonly PdfDict[]) => Found): Found | undefined {
    if (this.#state === 'unreadable' || this.#state === 'beyond repair') return undefined;
    try {
      this.#opened ??= openPages(this.#bytes, this.#pageCount);
      const { file, pages } = this.#opened;
      return find(file, fontsOf(file, pages[index]?.attributes.get('Resources')));
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.#state = this.#state === 'rewritten' ? 'beyond repair' : 'unreadable';
      return undefined;
    }
  }

  /**
   * Has PDFium write the file anew, without encryption and damage, if it could not be read; takes about 50 ms.
   * @returns whether something may be found now that was not found before
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

const isUndeclaredAmong = (file: PdfFile, fonts: readonly PdfDict[], font: LoadedFont): boolean =>
  agreedAmong(file, fonts, font, (dictionary) => isUndeclared(file, dictionary)) ?? false;

const glyphNameAmong = (file: PdfFile, fonts: readonly PdfDict[], font: LoadedFont, code: number): string | undefined =>
  agreedAmong(file, fonts, font, (dictionary) => glyphNameIn(file, dictionary, code));

/**
 * What all dictionaries of the font's name say; where they differ, those with its font file. Undefined if these differ too.
 */
const agreedAmong = <Said>(
  file: PdfFile,
  fonts: readonly PdfDict[],
  { name, file: fileOf }: LoadedFont,
  say: (dictionary: PdfDict) => Said,
): Said | undefined => {
  const ofThisName = fonts.filter((font) => nameInPdfium(file, font) === name);
  const said = new Set(ofThisName.map(say));
  if (said.size <= 1) return [...said][0];
  const bytes = fileOf();
  const ofThisFile = new Set(ofThisName.filter((font) => Buffer.compare(fontFileOf(file, font), bytes) === 0).map(say));
  return ofThisFile.size === 1 ? [...ofThisFile][0] : undefined;
};

/** /Differences lists a code, then the names of the glyphs from this code on (ISO 32000-2, 9.6.5.1). */
const glyphNameIn = (file: PdfFile, font: PdfDict, code: number): string | undefined => {
  const differences = file.resolve(file.dict(font.get('Encoding'))?.get('Differences'));
  if (!isArray(differences)) return undefined;
  let next = 0;
  for (const item of differences) {
    const value = file.resolve(item);
    if (typeof value === 'number') next = value;
    else if (next === code) return nameOf(value);
    else next += 1;
  }
  return undefined;
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
