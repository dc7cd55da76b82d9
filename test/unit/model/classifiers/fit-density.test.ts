import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLANK_PAGE_PROBABILITY, fitDensity } from '../../../../core/splitting/fit-density.ts';
import { MASKED_LOG_ODDS, streamProbabilities } from '../../../../model-container/calibration/gap-probabilities.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('Probabilities adjusted to the boundary density of their stream', () => {
  it('stay where the stream has the calibration’s density', () => {
    const usual = [...times(20, 0.95), ...times(80, 0.0125)];
    expect(mean(usual)).toBeCloseTo(0.2, 10);
    fitDensity(usual, 0.2).forEach((p, gap) => {
      expect(p).toBeCloseTo(usual[gap] ?? 0, 6);
    });
  });

  it('rise in a stream of short documents and fall in one of long documents', () => {
    const dense = [...times(60, 0.9), ...times(40, 0.4)];
    expect(fitDensity(dense, 0.2).at(-1)).toBeGreaterThan(0.6);
    const sparse = [...times(2, 0.9), ...times(98, 0.01), 0.55];
    expect(fitDensity(sparse, 0.2).at(-1)).toBeLessThan(0.4);
  });

  it('change little in a stream of three pages', () => {
    const [first = 0, second = 0] = fitDensity([0.7, 0.7], 0.2);
    expect(first).toBe(second);
    expect(first).toBeGreaterThan(0.7);
    expect(first).toBeLessThan(0.82);
  });

  it('keep their order, stay between 0 and 1, and follow the density that they imply', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.0005, max: 0.9995, noNaN: true }), { maxLength: 200 }),
        fc.double({ min: 0.05, max: 0.6, noNaN: true }),
        (probabilities, prior) => {
          const fitted = fitDensity(probabilities, prior);
          expect(fitted).toHaveLength(probabilities.length);
          const byBefore = probabilities.map((p, gap) => [p, fitted[gap] ?? 0] as const).sort((a, b) => a[0] - b[0]);
          byBefore.slice(1).forEach(([, after], at) => {
            expect(after).toBeGreaterThanOrEqual(byBefore[at]?.[1] ?? 0);
          });
          for (const p of fitted) expect(p > 0 && p < 1).toBe(true);
          const [before, after] = [
            mean([...probabilities, ...times(10, prior)]),
            mean([...fitted, ...times(10, prior)]),
          ];
          expect(Math.sign(after - before) * Math.sign(before - prior)).toBeGreaterThanOrEqual(
            Math.abs(before - prior) < 1e-3 ? -1 : 0,
          );
        },
      ),
    );
  });

  it('are not adjusted where the calibration has no prior', () => {
    const odds = times(30, 2);
    expect(new Set(streamProbabilities(odds, { slope: 1, intercept: 0 }))).toEqual(new Set([1 / (1 + Math.exp(-2))]));
    expect(streamProbabilities(odds, { slope: 1, intercept: 0, prior: 0.2 })[0]).toBeGreaterThan(0.95);
  });

  it('do not depend on masked gaps before blank versos', () => {
    const odds = [2, 2, -2, 2, 2, -2, 2, 2];
    const withVersos = odds.flatMap((value) => [MASKED_LOG_ODDS, value]);
    const calibration = { slope: 1, intercept: 0, prior: 0.2 };
    expect(streamProbabilities(withVersos, calibration).filter((_, gap) => gap % 2 === 1)).toEqual(
      streamProbabilities(odds, calibration),
    );
    expect(streamProbabilities(withVersos, calibration)[0]).toBe(BLANK_PAGE_PROBABILITY);
  });
});
