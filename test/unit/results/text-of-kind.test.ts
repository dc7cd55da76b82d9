import { describe, expect, it } from 'vitest';
import { withTextOfKind } from '../../../core/results/text/text-of-kind.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const box = { x1: 0, y1: 0, x2: 9, y2: 9, entropy: 0, block: 0 };
const record = {
  ...drawRecord(['x']),
  words: [
    { ...box, text: 'old', line: 0 },
    { ...box, text: 'printed', line: 1, kind: 'printed' as const },
    { ...box, text: 'written', line: 2, kind: 'handwritten' as const },
  ],
};
const textsOf = (kind: 'printed' | 'handwritten' | undefined) =>
  withTextOfKind(record, kind).words.map(({ text }) => text);

describe('A page record', () => {
  it('keeps all words where no text type is chosen', () => {
    expect(withTextOfKind(record, undefined)).toBe(record);
  });

  it('keeps print and words of unknown kind, with a full text of these alone', () => {
    expect(textsOf('printed')).toEqual(['old', 'printed']);
    expect(withTextOfKind(record, 'printed').fulltext).toBe('old\nprinted');
  });

  it('keeps handwriting alone', () => {
    expect(textsOf('handwritten')).toEqual(['written']);
  });
});
