/**
 * PDFium takes the codes of a symbolic TrueType font without a declared encoding for Mac Roman where the font has a Macintosh
 * character map (CPDF_TrueTypeFont::LoadGlyphMap): the glyphs are right, the text is "f¸r" and "itís". Nearly always the codes
 * are those of Windows, which is what other readers assume.
 */
import { hasMacintoshMap } from './opentype-table.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';
import type { Scratch } from './pdfium-scratch.ts';

/** ISO 32000-2, table 121: glyphs outside the standard Latin set. */
const SYMBOLIC = 4;
/** Bytes with which a name is asked for; a longer one is taken for that of no font. */
const LONGEST_NAME = 256;
const LARGEST_FONT_BYTES = 32 * 1024 * 1024;
const FIRST_THAT_DIFFERS = 0x80;
const [F, I, L, POUND, CURRENCY] = [0x66, 0x69, 0x6c, 0xa3, 0xa4] as const;
/** Mac Roman's codes of the ligatures fi and fl, each of which PDFium gives as two characters in one place. */
const [FI_LIGATURE, FL_LIGATURE] = [0xde, 0xdf] as const;
/** PDFium's table has a pound sign for two codes; this one is the inverted exclamation mark's. */
const SECOND_POUND = 0xc1;
/** Given for the second half of a ligature: the code of no character. */
export const NO_CHARACTER = 0;

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);
const windowsCharacters = new TextDecoder('windows-1252').decode(everyCode);
/** The code whose character PDFium gives as another than today's Mac Roman: the currency sign, now the euro's place. */
const macRomanCodes = new Map([
  ...Array.from(new TextDecoder('macintosh').decode(everyCode), (character, code): [number, number] => [
    character.charCodeAt(0),
    code,
  ]),
  [CURRENCY, 0xdb],
]);

/** A page's characters as PDFium has them. */
interface PageText {
  readonly pdfium: PdfiumFunctions;
  readonly text: number;
  readonly scratch: Scratch;
}

/**
 * The characters of a page that PDFium misread, by their index, and what they are; NO_CHARACTER for one that is none.
 * @param count characters that are looked at
 * @param undeclared names of the page's TrueType fonts without a declared encoding; called where a character of such a font may be misread
 */
export const misreadCharacters = (
  page: PageText,
  count: number,
  undeclared: () => ReadonlySet<string>,
): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  const isMisread = new Map<number, boolean>();
  for (let index = 0; index < count; index += 1) {
    const code = codeInFont(page, index);
    if (code === undefined) continue;
    const font = page.pdfium.FPDFTextObj_GetFont(page.pdfium.FPDFText_GetTextObject(page.text, index));
    if (!isMisread.has(font)) isMisread.set(font, font !== 0 && isTakenForMacRoman(page, font, undeclared));
    if (isMisread.get(font) !== true) continue;
    found.set(index, windowsCharacters.charCodeAt(code));
    if (code === FI_LIGATURE || code === FL_LIGATURE) found.set(index + 1, NO_CHARACTER);
  }
  return found;
};

/**
 * The code that the character would have in a font that is taken for Mac Roman; undefined where it means the same in both encodings.
 * Windows' Ê cannot be told: it is Mac Roman's other space.
 */
const codeInFont = (page: PageText, index: number): number | undefined => {
  const character = page.pdfium.FPDFText_GetUnicode(page.text, index);
  if (character === F) return ligatureCode(page, index);
  if (character < FIRST_THAT_DIFFERS) return undefined;
  // PDFium gives a code that Mac Roman has no character for as it stands.
  if (page.pdfium.FPDFText_HasUnicodeMapError(page.text, index) === 1) return character <= 0xff ? character : undefined;
  return character === POUND && isLetterThere(page, index) ? SECOND_POUND : macRomanCodes.get(character);
};

/** Of the two codes that PDFium gives as a pound sign one is Windows' pound sign, the other its Á: FABI£N, but £ 7 and 7£. */
const isLetterThere = ({ pdfium, text }: PageText, index: number): boolean => {
  const [before, behind] = [
    index === 0 ? '' : characterOf(pdfium.FPDFText_GetUnicode(text, index - 1)),
    characterOf(pdfium.FPDFText_GetUnicode(text, index + 1)),
  ];
  return LETTER.test(behind) || (LETTER.test(before) && !DIGIT.test(behind));
};

const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{N}$/u;
const characterOf = (codePoint: number): string => String.fromCharCode(codePoint);

const ligatureCode = (page: PageText, index: number): number | undefined => {
  const next = page.pdfium.FPDFText_GetUnicode(page.text, index + 1);
  if (next !== I && next !== L) return undefined;
  const [first, second] = [cornersOf(page, index), cornersOf(page, index + 1)];
  if (first.some((corner, at) => corner !== second[at])) return undefined;
  return next === I ? FI_LIGATURE : FL_LIGATURE;
};

/** Left, right, bottom and top. */
const cornersOf = ({ pdfium, text, scratch: { pointer, doubles } }: PageText, index: number): readonly number[] => {
  pdfium.FPDFText_GetCharBox(text, index, pointer, pointer + 8, pointer + 16, pointer + 24);
  return Array.from(doubles.subarray(0, 4));
};

const isTakenForMacRoman = (page: PageText, font: number, undeclared: () => ReadonlySet<string>): boolean =>
  (page.pdfium.FPDFFont_GetFlags(font) & SYMBOLIC) !== 0 &&
  page.pdfium.FPDFFont_GetIsEmbedded(font) === 1 &&
  undeclared().has(nameOf(page, font)) &&
  hasMacintoshMap(fileOf(page, font));

const nameOf = ({ pdfium }: PageText, font: number): string => {
  const at = pdfium.malloc(LONGEST_NAME);
  try {
    const length = pdfium.FPDFFont_GetBaseFontName(font, at, LONGEST_NAME);
    return length > LONGEST_NAME
      ? ''
      : Buffer.from(pdfium.memory.buffer, at, Math.max(0, length - 1)).toString('latin1');
  } finally {
    pdfium.free(at);
  }
};

/** The font's own file; nothing where there is no room for it. */
const fileOf = ({ pdfium, scratch }: PageText, font: number): Uint8Array => {
  pdfium.FPDFFont_GetFontData(font, 0, 0, scratch.pointer);
  const size = (scratch.integers[0] ?? 0) >>> 0;
  const at = size > LARGEST_FONT_BYTES ? 0 : pdfium.malloc(size);
  if (at === 0) return new Uint8Array();
  try {
    pdfium.FPDFFont_GetFontData(font, at, size, scratch.pointer);
    return new Uint8Array(pdfium.memory.buffer, at >>> 0, size).slice();
  } finally {
    pdfium.free(at);
  }
};
