/**
 * Finds the letters of ligatures that PDFium does not know. Fonts of OpenType features name them by their letters, `f_i`
 * and `T_h` (Adobe Glyph List Specification, 2); PDFium reports their code in the font, which is a control character.
 */
import type { LoadedFont } from '../../font-dictionaries.ts';
import { isGarbageCode } from '../../text-layer-quality.ts';
import type { PageText } from '../page-text.ts';
import { fontOf, loadedFont } from '../page-text.ts';

/** Returns the letters of the character at an index, if it is such a ligature. */
export type LigatureLetters = (index: number, character: number) => string | undefined;

/** @param nameOf the name that a font of the page gives to the glyph of a code; called once for each font and code */
export const ligatureLetters = (
  page: PageText,
  nameOf: (font: LoadedFont, code: number) => string | undefined,
): LigatureLetters => {
  const known = new Map<string, string | undefined>();
  return (index, character) => {
    if (!isGarbageCode(character) || page.pdfium.FPDFText_HasUnicodeMapError(page.text, index) !== 1) return undefined;
    const font = fontOf(page, index);
    const key = `${font} ${character}`;
    if (!known.has(key)) known.set(key, font === 0 ? undefined : lettersIn(nameOf(loadedFont(page, font), character)));
    return known.get(key);
  };
};

/** `f_f_i` → `ffi`; a variant has a suffix, `f_f_i.alt`. */
const lettersIn = (glyph = ''): string | undefined =>
  /^(\p{L}(?:_\p{L})+)(?:\..*)?$/u.exec(glyph)?.[1]?.replaceAll('_', '');
