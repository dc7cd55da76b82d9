import { describe, expect, it } from 'vitest';
import { confidenceBins, marksOf, REVIEW_THRESHOLDS } from '../../../bench/split-model/confidence-table.ts';

/** Probabilities of confidence 0, 0.5, 0.6, 0.9, 0.98 and 0.999; the second and the last are decided wrongly. */
const streams = [
  { probabilities: [0.5, 0.75, 0.2], labels: [0, 0, 0] },
  { probabilities: [0.95, 0.01, 0.0005], labels: [1, 0, 1] },
];

describe('the distribution of confidences', () => {
  it('has each gap in one bin, whose upper edge is part of it', () => {
    expect(confidenceBins(streams).map(({ from, to, gaps }) => [from, to, gaps])).toEqual([
      [0, 0.5, 2],
      [0.5, 0.6, 1],
      [0.6, 0.7, 0],
      [0.7, 0.8, 0],
      [0.8, 0.9, 1],
      [0.9, 0.95, 0],
      [0.95, 0.99, 1],
      [0.99, 1, 1],
    ]);
  });

  it('counts what is decided wrongly', () => {
    expect(confidenceBins(streams).map(({ wrong }) => wrong)).toEqual([1, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('says which gaps each threshold marks, and how many more than the one below it', () => {
    const marks = marksOf(confidenceBins(streams));
    expect(marks.map(({ threshold }) => threshold)).toEqual([...REVIEW_THRESHOLDS]);
    expect(marks.map(({ gaps }) => gaps)).toEqual([2, 3, 3, 3, 4, 4, 5]);
    expect(marks.map(({ more }) => more)).toEqual([2, 1, 0, 0, 1, 0, 1]);
  });
});
