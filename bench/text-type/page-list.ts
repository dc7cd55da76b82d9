/**
 * Lists of pictures of real pages: path, source, language, and between which parts of its height a page is handwritten; last,
 * where only some of the text is of a known kind, a file with its corners as SROIE writes them: x and y of four, then the text.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Box } from '../../core/ocr/lstm/line-image.ts';
import type { KindOfWord } from './page-pieces.ts';

export interface ListedPage {
  readonly path: string;
  readonly source: string;
  readonly language: string;
  readonly from: number;
  readonly to: number;
  /** Undefined: all text of the page is of a known kind. */
  readonly corners: string | undefined;
}

/** @param text a line for each picture, its values separated by tabs */
export const readList = (text: string): ListedPage[] =>
  text
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([path = '', source = '', language = '', from, to, corners]) =>
      path === '' ? [] : [{ path, source, language, from: Number(from), to: Number(to), corners }],
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

/** The kinds of a listed page's words. */
export async function kindsOfListed({ path, from, to, corners }: ListedPage): Promise<KindOfWord> {
  const kindOf = kindsBetween(from, to);
  if (corners === undefined) return kindOf;
  const { width, height } = await sharp(path).metadata();
  const known = (await readFile(corners, 'utf8')).split('\n').flatMap((line) => boxOfCorners(line, width, height));
  return (box) => (known.some((line) => hasMiddleOf(line, box)) ? kindOf(box) : null);
}

/** A line of text in parts of the page's sides. */
function boxOfCorners(line: string, width: number, height: number): Box[] {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, x3 = NaN, y3 = NaN, x4 = NaN, y4 = NaN] = line.split(',').map(Number);
  const [xs, ys] = [
    [x1, x2, x3, x4],
    [y1, y2, y3, y4],
  ];
  if (![...xs, ...ys].every(Number.isFinite)) return [];
  return [
    {
      left: Math.min(...xs) / width,
      top: Math.min(...ys) / height,
      right: Math.max(...xs) / width,
      bottom: Math.max(...ys) / height,
    },
  ];
}

function hasMiddleOf(line: Box, { left, top, right, bottom }: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > line.left && x < line.right && y > line.top && y < line.bottom;
}
