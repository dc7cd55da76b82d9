import { describe, expect, it } from 'vitest';
import { comparableWords, missingWords, scoreNumbers, scoreWords } from '../../../../bench/ocr/word-score.ts';

describe('comparable words', () => {
  it.each([
    [
      'punctuation at the edges is left out, inside it counts',
      '(Total: 12.50 €), e-mail!',
      ['Total', '12.50', 'e-mail'],
    ],
    ['case counts', 'The the', ['The', 'the']],
    ['a ligature is its letters', 'oﬃce', ['office']],
    ['accents count, however they are encoded', 'e\u0301te\u0301', ['\u00e9t\u00e9']],
    ['quotes and dashes are of one kind', 'l’été 2019–2020', ["l'\u00e9t\u00e9", '2019-2020']],
    ['dots that lead to a page number separate', 'Summary.........7', ['Summary', '7']],
    ['a soft hyphen is not a letter', 'docu\u00adment', ['document']],
    ['a word without letters and digits is none', '— • ***', []],
    ['in Japanese every character is a word', '請求書 No. 5', ['請', '求', '書', 'No', '5']],
  ])('%s', (_rule, text, words) => {
    expect(comparableWords(text)).toEqual(words);
  });
});

describe('the score of words', () => {
  it('is the harmonic mean of precision and recall, whatever the order', () => {
    expect(scoreWords(['a', 'b', 'c', 'd'], ['d', 'a', 'x', 'y'])).toEqual({ f1: 0.5, read: 4 });
    expect(scoreWords(['a', 'b'], ['b', 'a']).f1).toBe(1);
  });

  it('counts a word as often as it is on the page', () => {
    expect(scoreWords(['a', 'a', 'a'], ['a']).f1).toBe(0.5);
    expect(scoreWords(['a'], ['a', 'a', 'a']).f1).toBe(0.5);
  });

  it('is 0 for an empty reading and 1 where there is nothing to read', () => {
    expect(scoreWords(['a'], []).f1).toBe(0);
    expect(scoreWords([], []).f1).toBe(1);
  });

  it('names the words that are missing', () => {
    expect(missingWords(['a', 'b', 'a'], ['a', 'c'])).toEqual(['b', 'a']);
  });
});

describe('the score of numbers', () => {
  it('counts those with a point or comma that are read, and those that are read without it', () => {
    const known = ['12.50', '0,5', '7', '3.8', '1984', '3.8', 'v1.2'];
    expect(scoreNumbers(known, ['12.50', '05', '7', '38', '3.8', '1984'])).toEqual({ known: 4, read: 2, unmarked: 2 });
  });

  it('does not count another number of the page as one that lost its mark', () => {
    expect(scoreNumbers(['1.5', '15'], ['15'])).toEqual({ known: 1, read: 0, unmarked: 0 });
    expect(scoreNumbers(['1.5', '15'], ['15', '15'])).toEqual({ known: 1, read: 0, unmarked: 1 });
  });
});
