/** The words of a page's body by their places, without their text: labels of a form stand at the same place on each copy. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { fnv1a } from '../../fnv-1a.ts';
import { foldText } from './shingles.ts';

/** One entry a word, in ascending order of the hashes. */
export interface PagePrint {
  /** Of the folded text, 32 bits. */
  readonly hashes: Int32Array;
  /** Left edge and middle of the word's box, in shares of the page's width and height. */
  readonly left: Float32Array;
  readonly down: Float32Array;
  /** 1 where the word has three letters in a row: dots, amounts and boxes to tick are no labels. */
  readonly lettered: Uint8Array;
}

/** Shares of the page's height between which its body stands. */
export const [BODY_TOP, BODY_BOTTOM] = [0.14, 0.88];

const LETTERED = /\p{L}{3}/u;

/** The words in the body of the page. */
export function printOfPage({ words, width, height }: Pick<PageRecord, 'words' | 'width' | 'height'>): PagePrint {
  const printed = words
    .map(({ text, x1, y1, y2 }) => ({ text: foldText(text), left: x1 / width, down: (y1 + y2) / 2 / height }))
    .filter(({ down }) => down > BODY_TOP && down < BODY_BOTTOM)
    .map((word) => ({ ...word, hash: fnv1a(word.text) }))
    .sort((a, b) => a.hash - b.hash);
  return {
    hashes: Int32Array.from(printed, ({ hash }) => hash),
    left: Float32Array.from(printed, ({ left }) => left),
    down: Float32Array.from(printed, ({ down }) => down),
    lettered: Uint8Array.from(printed, ({ text }) => Number(LETTERED.test(text))),
  };
}
