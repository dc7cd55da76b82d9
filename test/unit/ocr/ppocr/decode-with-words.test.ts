import { describe, expect, it } from 'vitest';
import { WordList } from '../../../../core/ocr/languages/word-list.ts';
import { decodeLine } from '../../../../core/ocr/ppocr/decode-line.ts';
import { Codes, decodeWithWords } from '../../../../core/ocr/ppocr/decode-with-words.ts';
import { writeWordList } from '../lstm/write-word-list.ts';
import { outputsOf, sureOf } from './network-outputs.ts';

const ALPHABET = Array.from('aeéhnrtuTR.7 我');
const COUNT = ALPHABET.length + 1;
const codes = new Codes(ALPHABET);
const codeOf = (text: string): number => ALPHABET.indexOf(text) + 1;

/** Numbers of characters in the word list: not the network's codes. */
const LETTERS = Array.from(' tunrheaéT');
const list = (...words: readonly string[]) =>
  new WordList(
    writeWordList(
      words.map((word) => Array.from(word, (letter) => LETTERS.indexOf(letter))),
      LETTERS.length,
    ),
    LETTERS,
    'é',
  );
const WORDS = list('thé', 'une', 'Tuthan', 'hanter');

/** A time step for each character, and a blank after it. @param unsure what the network sees at some characters instead */
const seen = (text: string, unsure: Readonly<Record<number, Readonly<Record<string, number>>>> = {}) =>
  outputsOf(
    Array.from(text).flatMap((character, at) => [
      Object.fromEntries(
        Object.entries(unsure[at] ?? { [character]: 0.99 }).map(([letter, value]) => [codeOf(letter), value]),
      ),
      { 0: 0.99 },
    ]),
    COUNT,
  );

const read = (outputs: ReturnType<typeof seen>, words = WORDS): string[] =>
  decodeWithWords(outputs, codes, outputs.length, words).map(({ text }) => text);

describe('A word of the list', () => {
  it('is read where the network is about as sure of it as of another text', () => {
    const outputs = seen('une', { 0: { a: 0.6, u: 0.35 } });
    expect(decodeLine(outputs, ALPHABET, 6).map(({ text }) => text)).toEqual(['ane']);
    expect(read(outputs)).toEqual(['une']);
  });

  it('is read with its accents, which the network leaves out', () => {
    expect(read(seen('the'))).toEqual(['thé']);
  });

  it('may begin with a capital letter, and have punctuation around it', () => {
    expect(read(seen('The.'))).toEqual(['Thé.']);
    expect(read(seen('Tuthen', { 4: { e: 0.5, a: 0.4 } }))).toEqual(['Tuthan']);
  });

  it('has no letter of Chinese, Japanese or Korean, however sure of one the network is', () => {
    expect(read(seen('une', { 0: { 我: 0.6, u: 0.1 } }))).toEqual(['une']);
    expect(read(seen('我7'))).toEqual(['7']);
  });

  it('is parted from the next one where the network is not sure of the space', () => {
    const unsure = { 3: { ' ': 0.3, n: 0.5 } };
    expect(read(seen('une une', unsure))).toEqual(['une', 'une']);
  });
});

describe('A text that is in no list', () => {
  it.each(['Ranu', 'h7.7', '77', 'rrr. t.'])('stays as the network is sure of it: %s', (text) => {
    expect(read(seen(text)).join(' ')).toBe(text);
  });

  it('has no accents that the network does not see', () => {
    expect(read(seen('reen'))).toEqual(['reen']);
  });

  it('stays where it is the beginning of a word, or goes on after one', () => {
    expect(read(seen('hant'))).toEqual(['hant']);
    expect(read(seen('uneru'))).toEqual(['uneru']);
  });

  it('is none where the network sees blanks and spaces alone', () => {
    expect(read(sureOf([0, 13, 0, 13, 13], COUNT))).toEqual([]);
    expect(read([])).toEqual([]);
  });
});

it('A repeated code is one character, and two with a blank between', () => {
  expect(read(sureOf([5, 5, 0, 5], COUNT), list('une'))).toEqual(['nn']);
});

it('A word lies where the network saw it, and is as sure as the network is there', () => {
  const outputs = outputsOf(
    [{ 13: 1 }, { [codeOf('u')]: 1 }, { [codeOf('n')]: 1 }, { [codeOf('e')]: 0.8 }, { 0: 1 }],
    COUNT,
  );
  const [word] = decodeWithWords(outputs, codes, 5, WORDS);
  expect(word).toMatchObject({ text: 'une', left: 0.1, right: 0.9 });
  expect(word?.confidence).toBeCloseTo((100 * 2.8) / 3);
});

it('A character lies where the network is sure of it, after much of which it is not sure', () => {
  const unsure = { 0: 0.6, [codeOf('我')]: 0.39 };
  const [faint, clear] = [{ ...unsure, [codeOf('e')]: 0.009 }, { [codeOf('e')]: 0.95 }];
  const outputs = outputsOf([unsure, faint, ...Array.from({ length: 26 }, () => unsure), clear, { 0: 1 }], COUNT);
  expect(decodeWithWords(outputs, codes, 30, WORDS)).toMatchObject([{ text: 'e', left: 27.5 / 30, right: 29.5 / 30 }]);
});
