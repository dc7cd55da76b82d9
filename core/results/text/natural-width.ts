/**
 * Estimates the width of a text in Arial and metric-compatible fonts, so that a browser can scale a word to its box.
 */

/**
 * Widths of the characters from space to tilde, in thousandths of the font size (Adobe's font metrics of Helvetica).
 */
const ASCII_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const OTHER_WIDTH = 556;
const FULL_WIDTH = 1000;
const IS_FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/;

/** @returns the width as a multiple of the font size */
export function naturalWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const ascii = ASCII_WIDTHS[text.charCodeAt(at) - 32];
    if (ascii === undefined) return widthOfAny(text);
    width += ascii;
  }
  return width / 1000;
}

function widthOfAny(text: string): number {
  let width = 0;
  for (const character of text.normalize('NFC')) width += widthOf(character);
  return width / 1000;
}

function widthOf(character: string): number {
  const ascii = ASCII_WIDTHS[(character.codePointAt(0) ?? 0) - 32];
  if (ascii !== undefined) return ascii;
  if (IS_FULL_WIDTH.test(character)) return FULL_WIDTH;
  const base = character.normalize('NFD').charCodeAt(0);
  return ASCII_WIDTHS[base - 32] ?? OTHER_WIDTH;
}
