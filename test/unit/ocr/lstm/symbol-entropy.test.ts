import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { symbolEntropy } from '../../../../core/ocr/symbol-entropy.ts';

describe('The entropy of a character', () => {
  it('is 0 for one alternative, or without any weight', () => {
    expect([symbolEntropy([99.6]), symbolEntropy([97, 0, 0]), symbolEntropy([]), symbolEntropy([0, 0])]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('is one bit for two equal alternatives and two bits for four', () => {
    expect(symbolEntropy([40, 40])).toBeCloseTo(1);
    expect(symbolEntropy([1, 1, 1, 1])).toBeCloseTo(2);
  });

  it('does not depend on the scale of the weights and is between 0 and log2 of their number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (weights) => {
          const entropy = symbolEntropy(weights);
          expect(entropy).toBeGreaterThanOrEqual(0);
          expect(entropy).toBeLessThanOrEqual(Math.log2(weights.length) + 1e-9);
          expect(symbolEntropy(weights.map((weight) => weight * 3))).toBeCloseTo(entropy);
        },
      ),
    );
  });
});
