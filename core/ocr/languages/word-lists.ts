/** A cache of the word lists of the languages. */
import { ACCENTED_LETTERS } from './accents.ts';
import { readLanguageData } from './language-data.ts';
import type { LatinLanguage } from './language-words.ts';
import { readWordList, type WordList } from './word-list.ts';

const cache = new Map<LatinLanguage, Promise<WordList | null>>();

/**
 * @returns null if the language's data has no word list
 * @throws NoLanguageDataError if this machine has no data for the language; Error if it cannot be read, or is broken
 */
export function getWordList(language: LatinLanguage): Promise<WordList | null> {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const loading = readLanguageData(language).then((data) => readWordList(data, ACCENTED_LETTERS[language]));
  cache.set(language, loading);
  // A failed load is tried again at the next page.
  loading.catch(() => cache.delete(language));
  return loading;
}
