import { describe, expect, it } from 'vitest';
import { Dictionary, WORD_SOURCE } from '../../../../core/ocr/lstm/trained-data/dictionary.ts';
import { writeWordList } from './write-word-list.ts';

const TEXTS = [' ', 'a', 'n', 't', '7', '3', '(', ')', '.'];
const CHARACTERS = TEXTS.map((text) => ({ text, digit: /\d/u.test(text), spaceDelimited: true }));
const numbers = (word: string) => Array.from(word, (letter) => TEXTS.indexOf(letter));
/** In the lists of punctuation and numbers a space is a wildcard for the word or for any digit. */
const list = (...words: readonly string[]) => writeWordList(words.map(numbers), TEXTS.length);

const dictionary = new Dictionary(
  new Map([
    ['words', list('an', 'ant', 'tan')],
    ['numbers', list('  .  ', '  ')],
    ['punctuation', list(' ', '( )', ' .')],
  ] as const),
  CHARACTERS,
);

/** The transition for the last character of a text; null if no word continues with it. */
function follow(text: string): { source: number; endsWord: boolean } | null {
  let state = dictionary.start;
  let last: { source: number; endsWord: boolean } | null = null;
  for (const letter of text) {
    const step = dictionary.step(state, TEXTS.indexOf(letter));
    if (step === null) return null;
    state = step.state;
    last = { source: step.source, endsWord: step.endsWord };
  }
  return last;
}

describe('The dictionary', () => {
  it('matches the prefixes of words, and returns where a word may end', () => {
    expect(follow('a')).toEqual({ source: WORD_SOURCE.word, endsWord: false });
    expect(follow('an')).toEqual({ source: WORD_SOURCE.word, endsWord: true });
    expect(follow('ant')).toEqual({ source: WORD_SOURCE.word, endsWord: true });
    expect(follow('at')).toBeNull();
    expect(follow('ann')).toBeNull();
  });

  it('treats all digits as equivalent', () => {
    expect(follow('73')).toEqual({ source: WORD_SOURCE.number, endsWord: true });
    expect(follow('33.77')).toEqual({ source: WORD_SOURCE.number, endsWord: true });
    expect(follow('7.')).toBeNull();
  });

  it('accepts punctuation around a word, in pairs if it is paired', () => {
    expect(follow('(ant')?.endsWord).toBe(false);
    expect(follow('(ant)')?.endsWord).toBe(true);
    expect(follow('tan.')?.endsWord).toBe(true);
    expect(follow('tan)')).toBeNull();
    expect(follow('(')).toEqual({ source: WORD_SOURCE.punctuation, endsWord: false });
  });

  it('returns the same result again from its cache, and ends at a space', () => {
    expect(follow('ant')).toEqual(follow('ant'));
    expect(follow('an ')).toBeNull();
  });

  it('has words of as many characters as a power of two', () => {
    const eight = new Dictionary(
      new Map([['words', writeWordList([numbers('an'), numbers(')(')], 8)]] as const),
      CHARACTERS,
    );
    const first = eight.step(eight.start, TEXTS.indexOf('a'));
    expect(first).toMatchObject({ endsWord: false });
    expect(first && eight.step(first.state, TEXTS.indexOf('n'))).toMatchObject({ endsWord: true });
  });

  it('rejects a broken word list', () => {
    expect(() => new Dictionary(new Map([['words', new Uint8Array(20)]] as const), CHARACTERS)).toThrow(RangeError);
  });
});
