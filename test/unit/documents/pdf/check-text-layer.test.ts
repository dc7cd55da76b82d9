import { describe, expect, it } from 'vitest';
import { textSimilarity } from '../../../../core/documents/pdf/check-text-layer.ts';

describe('The similarity of two texts', () => {
  it('ignores spaces, punctuation and capitals', () => {
    expect(textSimilarity('Total amount: 120,50 EUR', 'TOTAL AMOUNT 120 . 50 EUR')).toBe(1);
  });

  it('suffices for a scan in spite of some OCR errors', () => {
    expect(
      textSimilarity(
        'ConfC-mation No : 21//0 Scandic Klara, Stockholm',
        'Confirmation No : 2170 Seandic Klara, Stockholm',
      ),
    ).toBeGreaterThan(0.6);
  });

  it('does not suffice for different lines', () => {
    expect(
      textSimilarity('We have sent the goods to your address', 'Please pay the amount within thirty days'),
    ).toBeLessThan(0.35);
  });

  it('does not suffice for drawn text if a font lacks one letter', () => {
    expect(textSimilarity('Department of Computer Science', 'Department of omputer Siene')).toBeLessThan(0.9);
  });

  it('is 0 for empty texts', () => {
    expect(textSimilarity('', '...')).toBe(0);
  });
});
