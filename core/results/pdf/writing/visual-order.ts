/** Puts the characters of a word into the order in which they stand on the page, from left to right. */

/** Letters, marks and signs that are written from right to left; not their digits, which are not. */
const RIGHT_TO_LEFT = String.raw`[[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}]--\p{N}]`;
const LEFT_TO_RIGHT = String.raw`[[\p{L}\p{M}\p{N}]--${RIGHT_TO_LEFT}]`;
const hasRightToLeft = new RegExp(RIGHT_TO_LEFT, 'v');
/** A number or a word from left to right as a whole, with the signs within; any other character alone. */
const pieces = new RegExp(String.raw`${LEFT_TO_RIGHT}(?:[^${RIGHT_TO_LEFT}]*${LEFT_TO_RIGHT})?|.`, 'gsv');

/** Signs that are mirrored where they are written from right to left (Unicode, Bidi_Mirrored). */
const MIRRORED = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
);

/**
 * Returns the word in visual order. Viewers expect it in a PDF: they turn the letters of these scripts around when text
 * is copied or searched.
 * @param word a word in logical order, that is, as it is typed
 */
export const visualOrder = (word: string): string =>
  hasRightToLeft.test(word)
    ? Array.from(word.matchAll(pieces), ([piece]) => MIRRORED.get(piece) ?? piece)
        .reverse()
        .join('')
    : word;
