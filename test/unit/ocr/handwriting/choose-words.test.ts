import { describe, expect, it } from 'vitest';
import { wordsOfPage } from '../../../../core/ocr/handwriting/choose-words.ts';
import { NoLanguageDataError } from '../../../../core/ocr/languages/language-data.ts';
import { LANGUAGES } from '../../../../core/ocr/languages/languages.ts';
import { getWordList } from '../../../../core/ocr/languages/word-lists.ts';

const wordsOf = (text: string) =>
  text.split(' ').map((word) => ({ text: word, left: 0, right: 1, confidence: 80, entropy: 0.5 }));

const FRENCH = wordsOf('je soussigne declare que la maison est dans la ville');

describe('The words that a reader of handwriting prefers', () => {
  it('are of the language in which the page is written, not of the one that its print was read in', async () => {
    expect(await wordsOfPage(LANGUAGES, 'it')(FRENCH)).toBe(await getWordList('fr'));
  });

  it('are of the language of the page where few words were read', async () => {
    expect(await wordsOfPage(LANGUAGES, 'it')(wordsOf('Rossi 1917'))).toBe(await getWordList('it'));
  });

  it('are of the language of what was read before', async () => {
    const choose = wordsOfPage(LANGUAGES, null);
    await choose(FRENCH);
    expect(await choose(wordsOf('Rossi 1917'))).toBe(await getWordList('fr'));
  });

  it('are of a language that was chosen for the workflow', async () => {
    expect(await wordsOfPage(['de', 'en'], 'en')(FRENCH)).toBe(await getWordList('en'));
  });

  it('are none without a language, and none in Japanese', async () => {
    expect(await wordsOfPage(LANGUAGES, null)(wordsOf('Rossi 1917'))).toBeNull();
    expect(await wordsOfPage(LANGUAGES, null)(wordsOf('現在のフレームワークにおいて'))).toBeNull();
    expect(await wordsOfPage(LANGUAGES, 'ja')(wordsOf('1917'))).toBeNull();
  });

  it('are none on a machine without the data of the language', async () => {
    const missing = () => Promise.reject(new NoLanguageDataError('There is no language data for "fr"'));
    expect(await wordsOfPage(LANGUAGES, null, missing)(FRENCH)).toBeNull();
  });

  it.each([
    ['too many files are open', Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })],
    ['there is too little memory', new RangeError('Array buffer allocation failed')],
  ])('are not called none where they cannot be read now because %s', async (_reason, error) => {
    await expect(wordsOfPage(LANGUAGES, null, () => Promise.reject(error))(FRENCH)).rejects.toBe(error);
  });
});
