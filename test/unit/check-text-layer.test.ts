import { describe, expect, it } from 'vitest';
import { likeness } from '../../core/documents/pdf/check-text-layer.ts';

describe('two readings of a line', () => {
  it('are alike whatever their spaces, signs and capitals', () => {
    expect(likeness('Total amount: 120,50 EUR', 'TOTAL AMOUNT 120 . 50 EUR')).toBe(1);
  });

  it('are alike enough for a scan where a recogniser misread some letters', () => {
    expect(
      likeness('ConfC-mation No : 21//0 Scandic Klara, Stockholm', 'Confirmation No : 2170 Seandic Klara, Stockholm'),
    ).toBeGreaterThan(0.6);
  });

  it('of different lines are not alike', () => {
    expect(likeness('We have sent the goods to your address', 'Please pay the amount within thirty days')).toBeLessThan(
      0.35,
    );
  });

  it('are not alike enough for clean print where a font lost one letter', () => {
    expect(likeness('Department of Computer Science', 'Department of omputer Siene')).toBeLessThan(0.9);
  });

  it('of nothing are not alike', () => {
    expect(likeness('', '...')).toBe(0);
  });
});
