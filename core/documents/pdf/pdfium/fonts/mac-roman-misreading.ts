/**
 * Corrects text that PDFium decodes with the wrong encoding. PDFium decodes a symbolic TrueType font without a declared
 * encoding as Mac Roman if the font has a Macintosh character map (CPDF_TrueTypeFont::LoadGlyphMap): the glyphs are
 * right, but the text is "f¸r" and "itís". Nearly always the encoding is Windows-1252, which other readers assume.
 */
import type { LoadedFont } from '../../font-dictionaries.ts';
import { hasMacintoshMap } from './opentype-table.ts';
import type { PageText } from '../page-text.ts';
import { fontOf, loadedFont } from '../page-text.ts';

/** Font flag Symbolic: glyphs outside the standard Latin character set (ISO 32000-2, table 121). */
const SYMBOLIC = 4;
const FIRST_DIFFERING_CODE = 0x80;
const [F, I, L, POUND, CURRENCY] = [0x66, 0x69, 0x6c, 0xa3, 0xa4] as const;
/** Mac Roman codes of the ligatures fi and fl, each of which PDFium reports as two characters with the same box. */
const [FI_LIGATURE, FL_LIGATURE] = [0xde, 0xdf] as const;
/** PDFium's table maps two codes to the pound sign; this one is the code of the inverted exclamation mark. */
const SECOND_POUND = 0xc1;
/** Result for the second half of a ligature: not a character. */
export const NO_CHARACTER = 0;

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);
const windowsCharacters = new TextDecoder('windows-1252').decode(everyCode);
/**
 * Mac Roman codes by character. In PDFium's table code 0xDB is the currency sign; in today's Mac Roman it is the euro
 * sign.
 */
const macRomanCodes = new Map([
  ...Array.from(new TextDecoder('macintosh').decode(everyCode), (character, code): [number, number] => [
    character.charCodeAt(0),
    code,
  ]),
  [CURRENCY, 0xdb],
]);

/**
 * Returns the correct code point of a character that PDFium decoded wrongly; NO_CHARACTER for one to drop, undefined for one
 * that is right. Called with each index of the page in turn.
 */
export type CorrectCharacter = (index: number, character: number) => number | undefined;

/**
 * @param isUndeclared whether a font of the page is a TrueType font without a declared encoding; called only for a font
 * with a character that may be affected
 */
export const correctMisread = (page: PageText, isUndeclared: (font: LoadedFont) => boolean): CorrectCharacter => {
  const isMisread = new Map<number, boolean>();
  let dropped: number | undefined;
  return (index, character) => {
    if (index === dropped) return NO_CHARACTER;
    const code = codeInFont(page, index, character);
    if (code === undefined) return undefined;
    const font = fontOf(page, index);
    if (!isMisread.has(font)) isMisread.set(font, font !== 0 && isDecodedAsMacRoman(page, font, isUndeclared));
    if (isMisread.get(font) !== true) return undefined;
    if (code === FI_LIGATURE || code === FL_LIGATURE) dropped = index + 1;
    return windowsCharacters.charCodeAt(code);
  };
};

/**
 * The code of the character in a font that is decoded as Mac Roman; undefined if both encodings agree.
 * The Ê of Windows-1252 cannot be recovered: in Mac Roman its code is the no-break space.
 */
const codeInFont = (page: PageText, index: number, character: number): number | undefined => {
  if (character === F) return ligatureCode(page, index);
  if (character < FIRST_DIFFERING_CODE) return undefined;
  // PDFium reports a code without a character in Mac Roman unchanged.
  if (page.pdfium.FPDFText_HasUnicodeMapError(page.text, index) === 1) return character <= 0xff ? character : undefined;
  return character === POUND && isAccentedLetter(page, index) ? SECOND_POUND : macRomanCodes.get(character);
};

/** Distinguishes the two codes that PDFium maps to the pound sign: £ in Windows-1252 (£ 7, 7£) or Á (FABI£N). */
const isAccentedLetter = ({ pdfium, text }: PageText, index: number): boolean => {
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

/** Left, right, bottom and top of the character's box. */
const cornersOf = ({ pdfium, text, scratch: { pointer, doubles } }: PageText, index: number): readonly number[] => {
  pdfium.FPDFText_GetCharBox(text, index, pointer, pointer + 8, pointer + 16, pointer + 24);
  return Array.from(doubles.subarray(0, 4));
};

const isDecodedAsMacRoman = (page: PageText, font: number, isUndeclared: (font: LoadedFont) => boolean): boolean => {
  if ((page.pdfium.FPDFFont_GetFlags(font) & SYMBOLIC) === 0 || page.pdfium.FPDFFont_GetIsEmbedded(font) !== 1)
    return false;
  const loaded = loadedFont(page, font);
  return isUndeclared(loaded) && hasMacintoshMap(loaded.file());
};
