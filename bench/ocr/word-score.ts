/** F1 over the multiset of a page's words: the score of OCR against known words, whatever the reading order. */

export interface WordScore {
  /** 2 · matched / (known + read), 0 to 1. */
  readonly f1: number;
  /** Number of words that were read. */
  readonly read: number;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
/** Dots and lines that lead from a heading to its page number, or to write on. */
const LEADERS = /[.·_]{3,}|-{3,}/gu;
const EDGES = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu;

/**
 * The words that are compared: NFKC (a ligature is its letters, a full-width form the usual one), case kept, straight
 * quotes, one kind of dash, without soft hyphens, leaders, and punctuation or symbols at their edges. A word without
 * letters and digits is dropped. In Chinese characters and kana every character is a word.
 */
export function comparableWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .replaceAll('\u00ad', '')
    .replaceAll(/[‘’ʼ]/gu, "'")
    .replaceAll(/[‐‑‒–—―−]/gu, '-')
    .replaceAll(LEADERS, ' ')
    .replaceAll(UNSPACED, ' $& ')
    .split(/\s+/u)
    .map((word) => word.replaceAll(EDGES, ''))
    .filter((word) => word !== '');
}

/** Scores the words that were read against those known to be on the page, both comparable. */
export function scoreWords(known: readonly string[], read: readonly string[]): WordScore {
  const matched = known.length - missingWords(known, read).length;
  const all = known.length + read.length;
  return { f1: all === 0 ? 1 : (2 * matched) / all, read: read.length };
}

/** The known words that were not read, each as often as it is missing. */
export function missingWords(known: readonly string[], read: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of read) left.set(word, (left.get(word) ?? 0) + 1);
  return known.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
}

/** The numbers with one point or comma between their digits, such as 12.50. */
export interface NumberScore {
  readonly known: number;
  /** Read as they are. */
  readonly read: number;
  /** Read without the mark: 1250. */
  readonly unmarked: number;
}

const MARKED = /^\d+[.,]\d+$/u;

/** Counts the known numbers among the words that were read, both comparable. */
export function scoreNumbers(known: readonly string[], read: readonly string[]): NumberScore {
  const marked = known.filter((word) => MARKED.test(word));
  const missing = missingWords(marked, read);
  // Words that are on the page without a mark are none that lost it.
  const bare = missingWords(read, known);
  const lost = missingWords(
    missing.map((word) => word.replace(/[.,]/u, '')),
    bare,
  );
  return { known: marked.length, read: marked.length - missing.length, unmarked: missing.length - lost.length };
}
