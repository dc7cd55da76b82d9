/** Searching the text of all pages: without case, accents and the difference of spaces. */

/** A word of a page with its box, in pixels of the page image. */
export interface PlacedWord {
  readonly text: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface PageHit {
  /** Index of the page, from 0. */
  readonly page: number;
  /** Places on the page. */
  readonly count: number;
  /** Text around the first place. */
  readonly excerpt: string;
}

/** Words of an excerpt before and after the place. */
const AROUND = 5;

/** Accents, and not the two marks of kana, which make other letters (か and が) of them. */
const ACCENTS = /(?:(?![\u3099\u309a])\p{Mark})+/gu;
const JAPANESE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー、。「」・]';
/** Japanese has no spaces between its words, which are boxes of their own, nor at the end of a line. */
const SPACE_IN_JAPANESE = new RegExp(`(?<=${JAPANESE}) (?=${JAPANESE})`, 'gu');
const ENDS_JAPANESE = new RegExp(`${JAPANESE}$`, 'u');
const BEGINS_JAPANESE = new RegExp(`^${JAPANESE}`, 'u');

/** The text as it is compared: `Rechnungsübersicht` is found by `rechnungsubersicht`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/ł/gu, 'l')
    .replace(/ς/gu, 'σ')
    .replace(/\u00ad/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(SPACE_IN_JAPANESE, '')
    .trim();

/** Places of a text in another, which do not overlap. Both are folded. */
const countOf = (text: string, wanted: string): number => {
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
};

/** The first place in the page's own writing, with the words around it. */
const excerptOf = (text: string, query: string): string => {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const touched = touchedWords(
    words.map((word) => ({ text: word })),
    query,
  );
  const first = Math.min(...touched);
  const last = [...touched].findLast((word, index) => word === first + index) ?? first;
  const from = Math.max(0, first - AROUND);
  const to = Math.min(words.length, last + AROUND + 1);
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`;
};

/** The text of a page, and the same folded. */
export interface SearchedPage {
  readonly text: string;
  readonly folded: string;
}

export const searchedPage = (text: string): SearchedPage => ({ text, folded: folded(text) });

/**
 * Pages on which a text is, in page order.
 * @param query  as typed; of nothing but spaces finds nothing
 */
export const findInPages = (pages: readonly SearchedPage[], query: string): PageHit[] => {
  const wanted = folded(query);
  if (wanted === '') return [];
  return pages.flatMap(({ text, folded: searched }, page): PageHit[] => {
    const count = countOf(searched, wanted);
    return count === 0 ? [] : [{ page, count, excerpt: excerptOf(text, query) }];
  });
};

/**
 * Indexes of the words of a page that a query touches: a query of several words is found across the words, the first and
 * the last of which it may touch in part.
 */
export const touchedWords = (words: readonly Pick<PlacedWord, 'text'>[], query: string): Set<number> => {
  const wanted = folded(query);
  const touched = new Set<number>();
  if (wanted === '') return touched;
  const starts: number[] = [];
  let line = '';
  for (const { text } of words) {
    const word = folded(text);
    // Of some words nothing is compared, as of an accent that stands alone.
    const isJoined = line === '' || word === '' || (ENDS_JAPANESE.test(line.slice(-2)) && BEGINS_JAPANESE.test(word));
    if (!isJoined) line += ' ';
    starts.push(line.length);
    line += word;
  }
  let word = 0;
  for (let at = line.indexOf(wanted); at !== -1; at = line.indexOf(wanted, at + wanted.length)) {
    while ((starts[word + 1] ?? Infinity) <= at) word += 1;
    for (let next = word; (starts[next] ?? Infinity) < at + wanted.length; next += 1) touched.add(next);
  }
  return touched;
};
