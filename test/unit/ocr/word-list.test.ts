import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../core/ocr/languages/languages.ts';
import { NO_WORD, readWordList, WORD_START, WordList } from '../../../core/ocr/languages/word-list.ts';
import { getWordList } from '../../../core/ocr/languages/word-lists.ts';
import { writeWordList } from './lstm/write-word-list.ts';

const LETTERS = [' ', 'a', 'n', 't', 'ł'];
const words = new WordList(
  writeWordList(
    [
      [1, 2],
      [1, 2, 3],
    ],
    LETTERS.length,
  ),
  LETTERS,
  'łé',
);

const isWord = (list: WordList, text: string): boolean =>
  list.endsWord(Array.from(text).reduce((place, letter) => list.next(place, letter), WORD_START));

describe('A word list', () => {
  it('has its words, neither their beginnings nor what goes on after them', () => {
    expect(['', 'a', 'an', 'ant', 'anta', 'at', 'ax'].filter((text) => isWord(words, text))).toEqual(['an', 'ant']);
    expect(words.next(NO_WORD, 'a')).toBe(NO_WORD);
  });

  it('names the letters with diacritics by those without, in both cases', () => {
    expect([...words.accents]).toEqual([
      ['l', ['ł']],
      ['e', ['é']],
      ['L', ['Ł']],
      ['E', ['É']],
    ]);
  });

  it.each(LANGUAGES.filter((language) => language !== 'ja'))(
    'is part of the language data: %s',
    { tags: 'slow' },
    async (language) => {
      const list = await getWordList(language);
      const known = {
        en: 'house',
        de: 'für',
        fr: 'préfecture',
        es: 'señor',
        sk: 'ktorý',
        cs: 'který',
        pl: 'który',
        it: 'perché',
        nl: 'huis',
      };
      expect(list !== null && isWord(list, known[language])).toBe(true);
    },
  );

  it('is none where the language data has none', () => {
    expect(readWordList(new Uint8Array(4), '')).toBeNull();
  });
});
