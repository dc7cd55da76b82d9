import { describe, expect, it } from 'vitest';
import { differencesOf, wordsOf } from '../../../bench/text-layer/word-differences.ts';

const between = (ours: string, theirs: string, options: { outside?: string; isUsed?: boolean } = {}) =>
  differencesOf({
    ours: wordsOf(ours),
    theirs: wordsOf(theirs),
    outside: wordsOf(options.outside ?? ''),
    isUsed: options.isUsed ?? true,
  });

describe('The words of a page as two programs read them', () => {
  it('do not differ by their order, their ligatures, or bullets without a known character', () => {
    expect(between('office the', 'the o\ufb03ce')).toEqual({});
    expect(between('\uf0b7 one \uf0b7two', '\u0001 one two\uf020')).toEqual({});
  });

  it('differ by letters without a known character, also where both programs do not tell them', () => {
    expect(between('naklejk\ufffd', 'naklejk\u001a')).toEqual({ 'unknown letters': 1 });
    expect(between('Con\ufffdrmed', 'Confirmed')).toMatchObject({ 'unknown letters': 1, letters: 1 });
    expect(between('zw\ue001ar', 'zwar')).toMatchObject({ 'unknown letters': 1 });
  });

  it.each([
    ['direction marks', 'שלום', '\u202bשלום\u202c', 2],
    ['compatibility forms', '（', '︵', 2],
    ['dot leaders', 'total . . .', 'total ...', 4],
    ['dashes', 'high-level', 'highlevel', 2],
    ['accents', 'PrËsident', 'PrEsident', 2],
    ['divided by Tearline', 'fi ling', 'filing', 3],
    ['divided by poppler', 'NOTICE', 'N O T I C E', 7],
    ['drawn several times', 'HEADING', 'HEADING HEADING', 1],
  ] as const)('differ by %s', (cause, ours, theirs, count) => {
    expect(between(ours, theirs)).toMatchObject({ [cause]: count });
  });

  it('differ by words outside the crop box', () => {
    expect(between('page', 'page printer', { outside: 'printer' })).toEqual({ 'outside the crop box': 1 });
  });

  it('differ by letters where only one side has them, and not where words are divided differently', () => {
    expect(between('ab', 'xy').letters).toBe(2);
    expect(between('fi ling', 'filing').letters).toBe(0);
  });

  it('are not compared further where the layer is refused', () => {
    expect(between('a b', 'ab', { isUsed: false })).toEqual({ 'page is read by OCR': 3 });
  });
});
