import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latencyBucket, latencyQuantile } from '../../../core/accounts/usage/latency-sketch.ts';

const countsOf = (latencies: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const latency of latencies) counts.set(latencyBucket(latency), (counts.get(latencyBucket(latency)) ?? 0) + 1);
  return counts;
};

describe('A latency quantile', () => {
  it('is at most 5 % away from that of the latencies', () => {
    const latencies = fc.array(fc.integer({ min: 20, max: 3_600_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(latencies, fc.constantFrom(0, 0.5, 0.95, 1), (values, quantile) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)] ?? NaN;
        const estimate = latencyQuantile(countsOf(values), quantile) ?? NaN;
        // Estimates are whole milliseconds.
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * 0.05 + 0.5 + 1e-6);
      }),
    );
  });

  it('is the smallest latency that this share of the latencies does not exceed, also where they are few', () => {
    expect(latencyQuantile(countsOf([1, 1000]), 0.95)).toBeGreaterThan(900);
    expect(latencyQuantile(countsOf([1, 1000]), 0.5)).toBeLessThanOrEqual(1);
    expect(latencyQuantile(countsOf([...new Array<number>(19).fill(1), 1000]), 0.95)).toBeLessThanOrEqual(1);
  });

  it('is absent where there are none, and at most 1 ms for those of up to 1 ms', () => {
    expect(latencyQuantile(new Map(), 0.5)).toBeUndefined();
    expect(latencyQuantile(countsOf([0, 1]), 0.5)).toBeLessThanOrEqual(1);
  });
});
