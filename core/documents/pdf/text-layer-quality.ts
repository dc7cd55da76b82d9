/** Tells from the characters alone whether a PDF's text layer can be used. */
import type { TextLayer } from '../formats/document-reader.ts';

export interface CharacterCounts {
  /** Characters that are not white space. */
  visible: number;
  /** Of these: U+FFFD, private use, control characters. */
  garbage: number;
  /** Of these: of a font without a Unicode mapping. Many such layers read well all the same, because the font's own encoding is a usual one. */
  unmapped: number;
  /** Of these: drawn invisibly (text render mode 3). */
  invisible: number;
}

export interface LayerSigns extends CharacterCounts {
  readonly words: readonly string[];
  /** Share of the page, 0 to 1, that its largest picture covers. */
  readonly pictureShare: number;
}

export type LayerVerdict = Pick<TextLayer, 'quality' | 'doubt'>;

/** More garbage than this is no longer a few bullets from a symbol font. */
const GARBAGE_SHARE = 0.08;
/** Characters without a mapping from which a layer is doubted. */
const UNMAPPED_SHARE = 0.1;
/** A picture of this share of the page is taken for a scan of it. */
const PAGE_PICTURE_SHARE = 0.5;
/** Words below which the text over a scanned page is a stamp or a page number, not the page's text. */
const FEWEST_WORDS_OF_A_SCAN = 15;

/** Tab, line feed, vertical tab, form feed, carriage return: white space. U+0002 is PDFium's hyphen at the end of a line. */
const harmlessControls = new Set([0x02, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]);

/** True for a code that no text layer worth using is full of. */
export const isGarbageCode = (code: number): boolean =>
  code === 0xfffd ||
  (code >= 0xe000 && code <= 0xf8ff) ||
  code >= 0xf0000 ||
  (code < 0x20 && !harmlessControls.has(code)) ||
  (code >= 0x7f && code < 0xa0);

/** Dots and rules that lead from a name to a number, or that are to be written on. */
const leaders = /[.…·_\-–—=*]/gu;
const latinWord = /^\p{Script=Latin}+$/u;
const vowel = /[aeiouyäöüàáâãåæèéêëìíîïòóôõøœùúûýąęóůěőű]/iu;

/**
 * True where long words of Latin letters mostly lack vowels or the text is mostly signs: what a font with a shifted,
 * unmapped encoding looks like ("Wklv lv qrw whaw"). Tables of numbers and other scripts are not called odd.
 */
export const readsOddly = (words: readonly string[]): boolean => {
  const text = words.join('').replace(leaders, '');
  if (text.length < 20) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  if (letters + digits < text.length * 0.45) return true;
  const long = words
    .map((word) => word.replace(/^\P{L}+|\P{L}+$/gu, ''))
    .filter((word) => word.length >= 4 && latinWord.test(word));
  if (long.length < 8) return false;
  return long.filter((word) => vowel.test(word)).length < long.length * 0.75;
};

/** The verdict on a page's text layer that its characters allow; `doubt` says whether and why the pixels should be asked too. */
export const judgeTextLayer = (signs: LayerSigns): LayerVerdict => {
  if (signs.words.length === 0) return { quality: 'none', doubt: 'no' };
  if (signs.garbage > signs.visible * GARBAGE_SHARE) return { quality: 'bad', doubt: 'no' };
  const isScan = signs.pictureShare >= PAGE_PICTURE_SHARE;
  if (isScan && signs.words.length < FEWEST_WORDS_OF_A_SCAN) return { quality: 'bad', doubt: 'no' };
  if (isScan || signs.invisible > signs.visible / 2) return { quality: 'good', doubt: 'scan' };
  const isOdd = signs.unmapped > signs.visible * UNMAPPED_SHARE || readsOddly(signs.words);
  return { quality: 'good', doubt: isOdd ? 'encoding' : 'no' };
};
