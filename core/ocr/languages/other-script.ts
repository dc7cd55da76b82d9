/** Tells a text that engines of Latin script made of letters of another one. */
import { detectLanguage } from './detect-language.ts';

const WORDS = /[\p{L}\p{N}]+/gu;
const LETTERS = /\p{L}/gu;
/** "KonuuecTBe", "MpoaaBeu", "PO3HUYHOI": capitals behind small letters, several before one, and digits between letters. */
const MIXED = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{Nd}+\p{L}/u;
/** Letters that a word has at least, and number of such words from which they tell the script. */
const MIN_LETTERS = 4;
const MIN_WORDS = 20;
/**
 * Part of them that is mixed: 0.6 on a page in Cyrillic script, which the engines read with confidence. On 168 scanned pages in
 * the languages that are read it is at most 0.13.
 */
const MIN_MIXED_SHARE = 0.3;

/**
 * Whether a text has so many words of mixed letters, and none that show a language, that it is that of another script. Programs
 * have many such words too ("addListener"), beside others that show one: of 1,666 pages of programs 400 have, and 13 no language.
 */
export function isOfOtherScript(text: string): boolean {
  const words = (text.match(WORDS) ?? []).filter((word) => (word.match(LETTERS)?.length ?? 0) >= MIN_LETTERS);
  if (words.length < MIN_WORDS) return false;
  const mixed = words.filter((word) => MIXED.test(word));
  return mixed.length >= MIN_MIXED_SHARE * words.length && detectLanguage(text) === null;
}
