/** Text lines of a page record with their boxes, in shares of the page's width and height. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { foldText } from './shingles.ts';

export interface PageLine {
  readonly text: string;
  /** NFKC, lower case. */
  readonly folded: string;
  /** Shares of the page's width and height, 0 to 1. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Median height of the words' boxes as a share of the page's width: independent of the scan's resolution. */
  readonly size: number;
  readonly words: number;
}

/** Share of the page's height, at its top and at its bottom, in which page numbers are searched. */
export const EDGE = 0.12;

/** Lines in reading order. Boxes are clipped to the page. */
export function linesOfPage(record: PageRecord): PageLine[] {
  const lines: PageLine[] = [];
  let from = 0;
  const { words } = record;
  for (let at = 1; at <= words.length; at += 1) {
    if (at < words.length && words[at]?.line === words[from]?.line) continue;
    const line = lineOf(words.slice(from, at), record);
    if (line !== undefined) lines.push(line);
    from = at;
  }
  return lines;
}

function lineOf(words: PageRecord['words'], page: PageRecord): PageLine | undefined {
  const text = words
    .map((word) => word.text)
    .join(' ')
    .trim();
  if (text === '') return undefined;
  const sizes = words.map((word) => word.y2 - word.y1).sort((a, b) => a - b);
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const word of words) {
    left = Math.min(left, word.x1);
    right = Math.max(right, word.x2);
    top = Math.min(top, word.y1);
    bottom = Math.max(bottom, word.y2);
  }
  const share = (value: number, whole: number) => Math.min(1, Math.max(0, value / whole));
  return {
    text,
    folded: foldText(text),
    left: share(left, page.width),
    right: share(right, page.width),
    top: share(top, page.height),
    bottom: share(bottom, page.height),
    size: (sizes[sizes.length >> 1] ?? 0) / page.width,
    words: words.length,
  };
}

/** Widest space within a piece of a line, in letter heights. */
const WIDEST_SPACE = 1.2;

/**
 * Pieces of the lines in the top and the bottom 12 % of the page, from top to bottom. Lines are split at wide spaces,
 * because a page number is often on one line with a running head.
 */
export function edgePieces(record: PageRecord): PageLine[] {
  const pieces: PageLine[] = [];
  let piece: PageRecord['words'] = [];
  const finish = () => {
    const line = lineOf(piece, record);
    if (line !== undefined) pieces.push(line);
    piece = [];
  };
  for (const word of record.words) {
    if (word.y2 >= EDGE * record.height && word.y1 <= (1 - EDGE) * record.height) continue;
    const before = piece.at(-1);
    if (
      before !== undefined &&
      (word.line !== before.line ||
        word.x1 - before.x2 > WIDEST_SPACE * Math.max(word.y2 - word.y1, before.y2 - before.y1))
    )
      finish();
    piece.push(word);
  }
  finish();
  return pieces.sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Text in the top 14 % of the page. */
export const headLines = (lines: readonly PageLine[]): PageLine[] => lines.filter((line) => line.bottom < 0.14);
/** Text in the bottom 12 % of the page. */
export const footLines = (lines: readonly PageLine[]): PageLine[] => lines.filter((line) => line.top > 0.88);
export const bodyLines = (lines: readonly PageLine[]): PageLine[] =>
  lines.filter((line) => line.bottom >= 0.14 && line.top <= 0.88);
