import { describe, expect, it } from 'vitest';
import { formatReliability, reliabilityOf } from '../../../bench/split-model/evaluation/reliability.ts';

const gaps = [
  { probability: 0, label: 0 },
  { probability: 0.3, label: 1 },
  { probability: 0.32, label: 0 },
  { probability: 1, label: 1 },
];

describe('The reliability of probabilities', () => {
  it('compares the boundaries that are stated with those that are there', () => {
    const { gaps: count, stated, boundaries } = reliabilityOf(gaps);
    expect({ count, boundaries }).toEqual({ count: 4, boundaries: 2 });
    expect(stated).toBeCloseTo(1.62);
  });

  it('has fifteen bins, and a probability of 1 is in the last one', () => {
    const { bins } = reliabilityOf(gaps);
    expect(bins).toHaveLength(15);
    expect(bins.map(({ gaps: of }) => of)).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(bins[4]?.stated).toBeCloseTo(0.31);
    expect(bins[4]?.observed).toBe(0.5);
    expect(bins[14]?.observed).toBe(1);
  });

  it('has no shares where there are no gaps', () => {
    expect(reliabilityOf([]).bins[7]).toEqual({ from: 7 / 15, to: 8 / 15, gaps: 0, stated: null, observed: null });
  });

  it('is written one line a bin that has gaps', () => {
    expect(formatReliability('one source', reliabilityOf(gaps))).toEqual([
      'one source: 4 gaps, 2 boundaries stated, 2 observed',
      '  0.00 to 0.07: stated 0.000, observed 0.000, 1 gaps',
      '  0.27 to 0.33: stated 0.310, observed 0.500, 2 gaps',
      '  0.93 to 1.00: stated 1.000, observed 1.000, 1 gaps',
    ]);
  });
});
