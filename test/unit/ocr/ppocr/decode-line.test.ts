import { describe, expect, it } from 'vitest';
import { decodeLine } from '../../../../core/ocr/ppocr/decode-line.ts';
import { sureOf } from './network-outputs.ts';

const ALPHABET = ['a', 'b', ' '];

const CODES = ALPHABET.length + 1;

const textsOf = (codes: readonly number[]): string[] =>
  decodeLine(sureOf(codes, CODES), ALPHABET, codes.length).map(({ text }) => text);

describe('The words of a line', () => {
  it('are parted by spaces', () => {
    expect(textsOf([1, 0, 2, 3, 1])).toEqual(['ab', 'a']);
  });

  it('have a character once where its code is repeated, and twice where a blank lies between', () => {
    expect(textsOf([1, 1, 1])).toEqual(['a']);
    expect(textsOf([1, 0, 1])).toEqual(['aa']);
  });

  it('are none where the network sees blanks and spaces alone', () => {
    expect(textsOf([0, 3, 0, 3, 3])).toEqual([]);
    expect(textsOf([])).toEqual([]);
  });

  it('lie where the network saw them, within the line', () => {
    const [first, second] = decodeLine(sureOf([1, 2, 3, 3, 1, 0, 0, 0, 0, 0], CODES), ALPHABET, 5);
    expect(first).toMatchObject({ left: 0, right: 0.5 });
    expect(second?.left).toBeCloseTo(0.7);
    expect(second?.right).toBe(1);
  });

  it('lie at the end of the line where the network shows them only in its padding', () => {
    expect(decodeLine(sureOf([0, 0, 0, 0, 0, 0, 0, 1], CODES), ALPHABET, 4)).toMatchObject([{ left: 0.625, right: 1 }]);
    expect(decodeLine(sureOf([0, 0, 1], CODES), ALPHABET, 0.4)).toMatchObject([{ left: 0, right: 1 }]);
  });

  it('are as sure as the network is of their characters', () => {
    const [sure] = decodeLine(sureOf([1, 2], CODES), ALPHABET, 2);
    const [unsure] = decodeLine(sureOf([1, 2], CODES, 0.7), ALPHABET, 2);
    expect(sure).toMatchObject({ confidence: 100, entropy: 0 });
    expect(unsure?.confidence).toBeCloseTo(70);
    expect(unsure?.entropy).toBeCloseTo(-0.7 * Math.log2(0.7) - 0.3 * Math.log2(0.1));
  });
});
