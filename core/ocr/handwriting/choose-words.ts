/** Chooses the word list that supports the reading of a page's handwriting. */
import { detectLanguage } from '../languages/detect-language.ts';
import { NoLanguageDataError } from '../languages/language-data.ts';
import type { LatinLanguage } from '../languages/language-words.ts';
import type { Language } from '../languages/languages.ts';
import type { WordList } from '../languages/word-list.ts';
import { getWordList } from '../languages/word-lists.ts';
import type { ChooseWords } from '../ppocr/line-reader.ts';
import { textOf } from '../read-words.ts';

/**
 * By the language of what was read of the page up to now, because the recogniser of print is mistaken about more than half of
 * the pages that are written by hand; by the language of the page where that is too little. No list without a language, nor
 * for Japanese.
 * @param among the languages that the page may be in
 * @param language of the page; null: none was detected
 * @param wordListOf a language; null: it has none
 * @returns a choice that throws where a word list cannot be read, as for want of memory: the page may be read later
 */
export function wordsOfPage(
  among: readonly Language[],
  language: Language | null,
  wordListOf: (language: LatinLanguage) => Promise<WordList | null> = getWordList,
): ChooseWords {
  let seen = '';
  return async (read) => {
    seen += ` ${textOf(read)}`;
    const chosen = detectLanguage(seen, among) ?? language;
    return chosen === null || chosen === 'ja' ? null : wordListOf(chosen).catch(noneWithoutData);
  };
}

/** Without the data of a language the text stays as the network reads it. */
function noneWithoutData(error: unknown): null {
  if (error instanceof NoLanguageDataError) return null;
  throw error;
}
