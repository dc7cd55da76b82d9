/** The text of all pages, in little memory: a long file has millions of words. */
import { findInPages, searchedPage } from './find-text.ts';
import type { PageHit, PlacedWord, SearchedPage } from './find-text.ts';

/** The OCR result of the API, as far as it is needed. */
export interface OcrResult {
  readonly pages: readonly {
    readonly width: number;
    readonly height: number;
    readonly bboxes: readonly PlacedWord[];
    readonly fulltext: string;
  }[];
}

/** The words of a page, at their places in pixels of the page image. */
export interface PageText {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PlacedWord[];
}

interface StoredPage extends SearchedPage {
  readonly width: number;
  readonly height: number;
  /** One after another; words have no line breaks. */
  readonly words: string;
  /** x1, y1, x2, y2 of each word. */
  readonly boxes: Int32Array;
}

/** A word has no line break; that of a damaged result must not shift the boxes of the others. */
const withoutBreaks = (text: string): string => text.replaceAll('\n', ' ');

export class TextIndex {
  readonly #pages: readonly StoredPage[];

  constructor({ pages }: OcrResult) {
    this.#pages = pages.map(({ width, height, bboxes, fulltext }) => ({
      ...searchedPage(fulltext),
      width,
      height,
      words: bboxes.map(({ text }) => withoutBreaks(text)).join('\n'),
      boxes: Int32Array.from(bboxes.flatMap(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2])),
    }));
  }

  find(query: string): PageHit[] {
    return findInPages(this.#pages, query);
  }

  /** Null for a page that there is not. @param index  from 0 */
  page(index: number): PageText | null {
    const page = this.#pages[index];
    if (page === undefined) return null;
    const { width, height, words, boxes } = page;
    const texts = boxes.length === 0 ? [] : words.split('\n');
    const at = (place: number): number => boxes[place] ?? 0;
    return {
      width,
      height,
      words: texts.map((text, word) => ({
        text,
        x1: at(4 * word),
        y1: at(4 * word + 1),
        x2: at(4 * word + 2),
        y2: at(4 * word + 3),
      })),
    };
  }
}
