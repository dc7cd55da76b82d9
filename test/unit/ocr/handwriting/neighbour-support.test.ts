import { describe, expect, it } from 'vitest';
import { withSupport } from '../../../../core/ocr/handwriting/neighbour-support.ts';

/** A piece of 100 by 20 pixels. */
const piece = (left: number, top: number, score: number) => ({
  box: { left, top, right: left + 100, bottom: top + 20 },
  score,
});

describe('A short piece that cannot be decided by itself', () => {
  it('is handwritten beside and below handwriting', () => {
    const sure = piece(0, 0, 5);
    const [beside, below] = [piece(110, 0, 0), piece(0, 30, -1)];
    expect(withSupport([sure, beside, below], 3)).toEqual([sure, beside, below]);
  });

  it('is printed far away from handwriting, and on a page without any', () => {
    const sure = piece(0, 0, 5);
    expect(withSupport([sure, piece(600, 0, 0), piece(0, 200, 2)], 3)).toEqual([sure]);
    expect(withSupport([piece(0, 0, 2.9), piece(110, 0, 2.9)], 3)).toEqual([]);
  });
});

describe('Print', () => {
  it('stays print beside handwriting, and takes nothing away from it', () => {
    const [label, value] = [piece(0, 0, -6), piece(110, 0, 3.5)];
    expect(withSupport([label, value, piece(0, 30, -8)], 3)).toEqual([value]);
  });
});
