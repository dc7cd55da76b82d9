/** Lists of pictures of real pages: path, source, language, and between which parts of its height a page is handwritten. */
import type { KindOfWord } from './page-pieces.ts';

export interface ListedPage {
  readonly path: string;
  readonly source: string;
  readonly language: string;
  readonly from: number;
  readonly to: number;
}

/** @param text a line for each picture, its values separated by tabs */
export const readList = (text: string): ListedPage[] =>
  text
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([path = '', source = '', language = '', from, to]) =>
      path === '' ? [] : [{ path, source, language, from: Number(from), to: Number(to) }],
    );

/** Words this close to the border of both are left out, in parts of the height. */
const MARGIN = 0.012;

/** Handwritten between two parts of the height, printed above and below. */
export const kindsBetween =
  (from: number, to: number): KindOfWord =>
  ({ top, bottom }) => {
    const y = (top + bottom) / 2;
    if (Math.abs(y - from) < MARGIN || Math.abs(y - to) < MARGIN) return null;
    return y > from && y < to ? 'handwritten' : 'printed';
  };
