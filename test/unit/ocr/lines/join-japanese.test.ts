import { describe, expect, it } from 'vitest';
import { joinJapanese } from '../../../../core/ocr/lines/join-japanese.ts';
import type { RecognisedWord } from '../../../../core/ocr/read-words.ts';

const word = (text: string, x1: number, x2: number, more: Partial<RecognisedWord> = {}): RecognisedWord => ({
  x1,
  y1: 100,
  x2,
  y2: 120,
  text,
  confidence: 90,
  entropy: 0,
  line: 0,
  block: 0,
  ...more,
});
const texts = (words: readonly RecognisedWord[]) => joinJapanese(words).map(({ text }) => text);

describe('Joining Japanese words', () => {
  it('joins adjacent Japanese characters and their boxes', () => {
    const [joined] = joinJapanese([word('請', 0, 20), word('求', 21, 40, { y1: 98 }), word('書', 41, 60, { y2: 123 })]);
    expect(joined).toMatchObject({ text: '請求書', x1: 0, y1: 98, x2: 60, y2: 123 });
  });

  it('does not join Latin words, nor across wide gaps and lines', () => {
    expect(texts([word('Wireless', 0, 80), word('Keyboard', 85, 160), word('数量', 166, 206)])).toEqual([
      'Wireless',
      'Keyboard',
      '数量',
    ]);
    expect(texts([word('数量', 0, 40), word('単価', 80, 120)])).toEqual(['数量', '単価']);
    expect(texts([word('数', 0, 20), word('量', 21, 40, { line: 1 })])).toEqual(['数', '量']);
  });

  it('joins the characters of a column, and not those of two', () => {
    const below = (text: string, y1: number, more: Partial<RecognisedWord> = {}) =>
      word(text, 100, 120, { y1, y2: y1 + 20, ...more });
    const [joined, ...rest] = joinJapanese([below('請', 0), below('求', 22), below('書', 45), below('合', 100)]);
    expect(joined).toMatchObject({ text: '請求書', x1: 100, y1: 0, x2: 120, y2: 65 });
    expect(rest.map(({ text }) => text)).toEqual(['合']);
    expect(joinJapanese([below('請', 0), below('求', 22, { x1: 60, x2: 80 })])).toHaveLength(2);
  });

  it('weights the entropy by characters', () => {
    const [joined] = joinJapanese([word('請求書', 0, 60, { entropy: 0.1 }), word('の', 61, 80, { entropy: 0.5 })]);
    expect(joined?.entropy).toBeCloseTo(0.2);
  });
});
