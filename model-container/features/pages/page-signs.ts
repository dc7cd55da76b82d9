/** Signs of a first and of a last page: features that the model weighs, not rules. */
import type { PageLine } from './page-lines.ts';
import { FIRST_PAGE_WORDS, LAST_PAGE_WORDS, TITLE_WORDS } from './sign-words.ts';

const FIRST_KINDS = Object.values<readonly string[]>(FIRST_PAGE_WORDS);
const LAST_KINDS = Object.values<readonly string[]>(LAST_PAGE_WORDS);

export const FIRST_SIGNS: readonly string[] = [...Object.keys(FIRST_PAGE_WORDS), 'date'];
export const LAST_SIGNS: readonly string[] = [...Object.keys(LAST_PAGE_WORDS), 'end_mark'];

/**
 * Phrases by their first two UTF-16 code units, each with the bit of its kind, so that one pass over a line finds all
 * kinds.
 */
type Phrases = ReadonlyMap<
  number,
  readonly { readonly phrase: string; readonly bit: number; readonly anywhere: boolean }[]
>;

const keyOf = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
const IDEOGRAPH = /^[\u3040-\u30ff\u3400-\u9fff]/u;

function phrasesOf(kinds: readonly (readonly string[])[]): Phrases {
  const phrases = new Map<number, { phrase: string; bit: number; anywhere: boolean }[]>();
  for (const [kind, words] of kinds.entries()) {
    for (const phrase of words) {
      const entry = { phrase, bit: 1 << kind, anywhere: IDEOGRAPH.test(phrase) };
      const key = keyOf(phrase.padEnd(2), 0);
      phrases.set(key, [...(phrases.get(key) ?? []), entry]);
    }
  }
  return phrases;
}

const FIRST_PHRASES = phrasesOf(FIRST_KINDS);
const LAST_PHRASES = phrasesOf(LAST_KINDS);
/** TITLE_WORDS, with the bit that titles have among FIRST_PHRASES. */
const TITLE_PHRASES = phrasesOf(Object.keys(FIRST_PAGE_WORDS).map((kind) => (kind === 'title' ? TITLE_WORDS : [])));

/** Bits of the kinds of which the line has a phrase. */
function kindsIn(line: string, phrases: Phrases): number {
  let bits = 0;
  let inWord = false;
  for (let at = 0; at < line.length; at += 1) {
    const candidates = phrases.get(keyOf(line, at));
    if (candidates !== undefined)
      for (const { phrase, bit, anywhere } of candidates)
        if ((anywhere || !inWord) && line.startsWith(phrase, at)) bits |= bit;
    inWord = isLetter(line, at);
  }
  return bits;
}

const LETTER = /\p{L}/u;
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? code >= 97 && code <= 122 : LETTER.test(text.charAt(at));
}

/** Names of months in folded Latin, Greek and Cyrillic letters. Ranges, because many `\p{L}` are slow to compile. */
const MONTH = '[a-z\\u00df-\\u024f\\u0370-\\u04ff]{3,11}';
const YEAR = '(?:19|20)[0-9]{2}';
const DATES = [
  '[0-3]?[0-9][./-][01]?[0-9][./-](?:19|20)?[0-9]{2}',
  `${YEAR}\\s?[-年년/.]\\s?[01]?[0-9]\\s?[-月월/.]\\s?[0-3]?[0-9]`,
  '(?:昭和|平成|令和)\\s?(?:元|[0-9]{1,2})\\s?年\\s?[01]?[0-9]\\s?月\\s?[0-3]?[0-9]',
  // 14 August 2013, 14. August 2013, 14th of August 2013, 14 de agosto de 2013
  `[0-3]?[0-9](?:\\.|st|nd|rd|th)?\\s+(?:(?:de|d'|of)\\s?)?${MONTH}\\.?,?(?:\\s+del?)?\\s+${YEAR}`,
  `${MONTH}\\.?\\s+[0-3]?[0-9](?:st|nd|rd|th)?,?\\s+${YEAR}`,
  // 2013. augusztus 14.
  `${YEAR}\\.\\s+${MONTH}\\s+[0-3]?[0-9]`,
];
const DATE = new RegExp(`(?:^|[^0-9])(?:${DATES.join('|')})`, 'u');

/** Matches every line with a date and few others: a fast test that excludes most lines. */
const MAY_BE_DATE = /(?:19|20)[0-9]{2}|[0-9][./-][0-9]|年/u;

/** The first date in the folded line, with its separators replaced by single spaces; undefined where there is none. */
export const dateIn = (folded: string): string | undefined =>
  MAY_BE_DATE.test(folded)
    ? DATE.exec(folded)?.[0]
        .replace(/[^\p{L}0-9]+/gu, ' ')
        .trim()
    : undefined;

/**
 * One number a name of FIRST_SIGNS: 1 if a line in the upper half of the page has it, 2 if such a line is larger than
 * the body text.
 */
export function readFirstSigns(lines: readonly PageLine[], bodySize: number): number[] {
  const strengths = FIRST_SIGNS.map(() => 0);
  for (const line of lines) {
    if (line.top >= 0.5) continue;
    const isLarge = line.size > 1.25 * bodySize;
    const strength = isLarge ? 2 : 1;
    const bits = kindsIn(line.folded, FIRST_PHRASES) | (isLarge ? kindsIn(line.folded, TITLE_PHRASES) : 0);
    if (bits !== 0)
      for (let kind = 0; kind < FIRST_KINDS.length; kind += 1)
        if ((bits >> kind) & 1) strengths[kind] = Math.max(strengths[kind] ?? 0, strength);
  }
  strengths[FIRST_KINDS.length] = Number(lines.some((line) => line.top < 0.5 && dateIn(line.folded) !== undefined));
  return strengths;
}

const END_MARK =
  /^(?:[^\p{L}\p{N}]{3,}|the end|end|ende|fin|konec|koniec|fine|einde|fim|slut|slutt|loppu|vége|kraj|конец|кінець|край|τέλος|以上|完|終|끝)[.!]?$/u;

/** One number a name of LAST_SIGNS: the number of lines that have it, at most 3. @param lines  from top to bottom */
export function readLastSigns(lines: readonly PageLine[]): number[] {
  const counts = LAST_SIGNS.map(() => 0);
  for (const line of lines) {
    const bits = kindsIn(line.folded, LAST_PHRASES);
    if (bits !== 0)
      for (let kind = 0; kind < LAST_KINDS.length; kind += 1)
        if ((bits >> kind) & 1) counts[kind] = Math.min(3, (counts[kind] ?? 0) + 1);
  }
  counts[LAST_KINDS.length] = Number(lines.slice(-2).some((line) => END_MARK.test(line.folded.replaceAll(' ', ''))));
  return counts;
}
