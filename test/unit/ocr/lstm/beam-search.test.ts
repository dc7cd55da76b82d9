import { describe, expect, it } from 'vitest';
import type { Alphabet } from '../../../../core/ocr/lstm/beam-search.ts';
import { SPACE, type CodeNode } from '../../../../core/ocr/lstm/trained-data/character-set.ts';
import { Dictionary } from '../../../../core/ocr/lstm/trained-data/dictionary.ts';
import type { LineOutputs } from '../../../../core/ocr/lstm/line-network.ts';
import { readLineWords } from '../../../../core/ocr/lstm/line-words.ts';
import { writeWordList } from './write-word-list.ts';

const TEXTS = [' ', 'a', 'n', 't', 'u', '日', '本'];
const NULL = TEXTS.length;
const CHARACTERS = TEXTS.map((text) => ({ text, digit: false, spaceDelimited: text.charCodeAt(0) < 256 }));

/** An alphabet in which every character is one code. */
const plain: CodeNode = { finals: new Map([...TEXTS.keys(), NULL].map((code) => [code, code])), nexts: new Map() };

/** An alphabet in which the code of 日 is t·u and that of 本 is u·t; t and u alone are no characters. */
const joined: CodeNode = {
  finals: new Map([
    [NULL, NULL],
    [1, 1],
  ]),
  nexts: new Map([
    [3, { finals: new Map([[4, 5]]), nexts: new Map() }],
    [4, { finals: new Map([[3, 6]]), nexts: new Map() }],
  ]),
};

const alphabet = (words: readonly string[], codes: CodeNode = plain): Alphabet => {
  const numbered = words.map((word) => Array.from(word, (letter) => TEXTS.indexOf(letter)));
  const parts = new Map([['words', writeWordList(numbered, TEXTS.length)]] as const);
  return {
    characters: CHARACTERS,
    codes,
    nullCode: NULL,
    codeCount: NULL + 1,
    dictionary: words.length === 0 ? null : new Dictionary(parts, CHARACTERS),
  };
};

/**
 * One item per time step: the likely codes in per cent, as `a90` or `a50 n40`; `-` is the blank. All others share the
 * rest.
 */
function outputs(...columns: readonly string[]): LineOutputs {
  const probabilities = new Float32Array(columns.length * (NULL + 1));
  for (const [t, column] of columns.entries()) {
    const likely = column.split(' ').map((part) => ({
      code: part.startsWith('-') ? NULL : TEXTS.indexOf(part.slice(0, 1).replace('_', ' ')),
      share: Number(part.slice(1)) / 100,
    }));
    const rest = 1 - likely.reduce((sum, { share }) => sum + share, 0);
    for (let code = 0; code <= NULL; code += 1)
      probabilities[t * (NULL + 1) + code] = likely.find((entry) => entry.code === code)?.share ?? rest / (NULL + 1);
  }
  return { steps: columns.length, stride: NULL + 1, probabilities };
}

const read = (line: LineOutputs, words: readonly string[] = []) =>
  readLineWords(line, alphabet(words)).map(({ text }) => text);

describe('The beam search', () => {
  it('reads a repeated code as one character, and as two characters if there is a blank between', () => {
    expect(read(outputs('a99', 'a99', '-99', 'n99', '-99', 'n99', '-99'))).toEqual(['ann']);
  });

  it('separates words at spaces', () => {
    expect(read(outputs('a99', 'n99', '-99', '_99', '-99', 't99'))).toEqual(['an', 't']);
    expect(SPACE).toBe(TEXTS.indexOf(' '));
  });

  it('reads nothing where blanks are most likely', () => {
    expect(read(outputs('-99', '-99', '-99'))).toEqual([]);
    expect(read(outputs())).toEqual([]);
  });

  it('prefers a dictionary word to a slightly more likely text', () => {
    const line = outputs('a99', '-99', 'u52 n46', '-99', 't99');
    expect(read(line)).toEqual(['aut']);
    expect(read(line, ['ant'])).toEqual(['ant']);
    expect(read(outputs('a99', '-99', 'u99', '-99', 't99'), ['ant'])).toEqual(['aut']);
  });

  it('computes the confidence from the probabilities, and the entropy from the alternatives', () => {
    const [sure, unsure] = [outputs('a99', 'n99'), outputs('a99', 'n50 u48')].map(
      (line) => readLineWords(line, alphabet([]))[0],
    );
    expect(sure?.confidence).toBeGreaterThan(85);
    expect(unsure?.confidence).toBeLessThan(60);
    expect(sure?.entropy).toBeLessThan(0.2);
    expect(unsure?.entropy).toBeGreaterThan(0.45);
  });

  it('joins the codes of a character, and reads words of a script without spaces', () => {
    const line = outputs('t99', '-99', 'u99', '-99', 'u99', 't99', '-99', 'a99');
    const words = readLineWords(line, alphabet([], joined));
    expect(words.map(({ text }) => text).join('')).toBe('日本a');
  });

  it('reads what can end where the far likelier path ends inside a character', () => {
    const words = readLineWords(outputs('a99', '-99', 't99.99', 't99.99', '-99'), alphabet([], joined));
    expect(words.map(({ text }) => text)).toEqual(['a']);
  });

  it('returns the time steps at which a word begins and ends', () => {
    const words = readLineWords(outputs('-99', 'a99', '-99', '-99', '_99', '-99', '-99', 't99', '-99'), alphabet([]));
    // A blank between two characters may belong to either.
    expect(words.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [6, 9],
    ]);
  });
});
