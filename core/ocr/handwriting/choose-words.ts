/** Chooses the word list that supports the reading of a page's handwriting. */
import { detectLanguage } from '../languages/detect-language.ts';
import type { Language } from '../languages/languages.ts';
import { getWordList } from '../languages/word-lists.ts';
import type { ChooseWords } from '../ppocr/line-reader.ts';
import { textOf } from '../read-words.ts';

/**
 * By the language of what was read of the page up to now, because the recogniser of print is mistaken about more than half of
 * the pages that are written by hand; by the language of the page where that is too little. No list without a language, nor
 * for Japanese.
 * @param among the languages that the page may be in
 * @param language of the page; null: none was detected
 */
export function wordsOfPage(among: readonly Language[], language: Language | null): ChooseWords {
  let seen = '';
  return (read) => {
    seen += ` ${textOf(read)}`;
    const chosen = detectLanguage(seen, among) ?? language;
    // Without the data of this language the text stays as the network reads it.
    return chosen === null || chosen === 'ja' ? Promise.resolve(null) : getWordList(chosen).catch(() => null);
  };
}
