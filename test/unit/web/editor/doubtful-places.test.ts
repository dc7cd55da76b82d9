import { describe, expect, it } from 'vitest';
import { doubtfulGaps, expectationAt, nextGap, previousGap } from '../../../../web/src/editor/split/doubtful-places.ts';
import type { ReviewTable } from '../../../../web/src/editor/split/doubtful-places.ts';
import { servedSplit } from './splits.ts';

describe('the doubtful places', () => {
  it('are the gaps that the model decided with a confidence at or below the threshold', () => {
    const { gaps } = servedSplit([2, 3], { 0: 0.9, 1: 0.91, 3: 0.2 });
    expect(doubtfulGaps(gaps, 0.9)).toEqual([0, 3]);
    expect(doubtfulGaps(gaps, 0)).toEqual([]);
  });

  it('leave out what a caller or an earlier reviewer decided', () => {
    const { gaps } = servedSplit([4], { 0: 0.1, 1: 0.1, 2: 0.1 });
    const decided = gaps.map((gap, index) => ({
      ...gap,
      decidedBy: (['model', 'caller', 'reviewer'] as const)[index] ?? null,
    }));
    expect(doubtfulGaps(decided, 0.9)).toEqual([0]);
  });

  it('are gone through in both directions, from the last on to the first', () => {
    expect(nextGap([2, 5, 9], null)).toBe(2);
    expect(nextGap([2, 5, 9], 2)).toBe(5);
    expect(nextGap([2, 5, 9], 3)).toBe(5);
    expect(nextGap([2, 5, 9], 9)).toBe(2);
    expect(previousGap([2, 5, 9], 5)).toBe(2);
    expect(previousGap([2, 5, 9], 2)).toBe(9);
    expect(nextGap([], 3)).toBeNull();
    expect(previousGap([], null)).toBeNull();
  });
});

describe('what a threshold means', () => {
  const row = (threshold: number, left: number) => ({
    threshold,
    correction_effort: 0.02,
    error_rate_among_reviewed: 0.5,
    error_rate_after_correction: left,
    support: 'supported' as const,
  });
  const table: ReviewTable = {
    measured_on: 'general',
    documents: null,
    gaps: 1000,
    rows: [row(0.9, 0.003), row(0.5, 0.01)],
  };

  it('is the error rate of its row of the review table', () => {
    expect(expectationAt(table, 0.9)).toEqual({ errorRate: 0.003, exact: true, supported: true });
  });

  it('is at most that of the row below where the threshold lies between two rows', () => {
    expect(expectationAt(table, 0.7)).toEqual({ errorRate: 0.01, exact: false, supported: true });
    expect(expectationAt(table, 1)).toEqual({ errorRate: 0.003, exact: false, supported: true });
  });

  it('is at most the error rate without review below the first row', () => {
    expect(expectationAt(table, 0)?.errorRate).toBeCloseTo(0.02, 6);
    expect(expectationAt(table, 0)?.exact).toBe(true);
    expect(expectationAt(table, 0.3)?.exact).toBe(false);
  });

  it('is not supported where the sample is too small, and nothing without rows', () => {
    const small = { ...table, rows: [{ ...row(0.9, 0), support: 'not_enough_data' as const }] };
    expect(expectationAt(small, 0.9)?.supported).toBe(false);
    expect(expectationAt({ ...table, rows: [] }, 0.9)).toBeNull();
  });
});
