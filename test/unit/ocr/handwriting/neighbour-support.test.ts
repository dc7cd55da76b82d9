import { describe, expect, it } from 'vitest';
import { withSupport } from '../../../../core/ocr/handwriting/neighbour-support.ts';

/** A piece of 100 by 20 pixels. */
const piece = (left: number, top: number, score: number, confidence = 90) => ({
  box: { left, top, right: left + 100, bottom: top + 20 },
  score,
  confidence,
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

describe('On a page with much handwriting', () => {
  const written = Array.from({ length: 10 }, (_, line) => piece(0, 30 * line, 5));

  it('what was read poorly among it is handwritten, though its letters look printed', () => {
    const among = piece(110, 60, -8, 40);
    expect(withSupport([...written, among], 2)).toEqual([...written, among]);
    expect(withSupport([...written.slice(0, 6), among], 2)).toEqual(written.slice(0, 6));
  });

  it('what was read with confidence stays print', () => {
    expect(withSupport([...written, piece(110, 60, -8, 80)], 2)).toEqual(written);
  });

  it('print that was read poorly stays print apart from it', () => {
    expect(withSupport([...written, piece(0, 600, -3, 40)], 2)).toEqual(written);
  });

  it('what it makes handwriting supports what is beside that', () => {
    const [beside, further] = [piece(110, 0, -2, 40), piece(220, 0, -3, 40)];
    expect(withSupport([...written, further, beside], 2)).toEqual([...written, further, beside]);
  });

  it('a label beside a value takes little away from it, and a piece of too few letters nothing', () => {
    const [label, value, dash] = [piece(110, 0, -9, 90), piece(220, 0, -2, 40), piece(330, 0, 0, 40)];
    const signed = piece(440, 0, 5);
    const found = withSupport([...written, label, value, dash, signed, piece(250, 30, 5)], 2);
    expect(found).toContain(value);
    expect(found).not.toContain(label);
  });
});
