import { describe, expect, it } from 'vitest';
import { intervalOfMean, mean, quantile } from '../../../bench/statistics.ts';
import { seededRandom } from '../../../model-container/random.ts';

describe('the mean', () => {
  it('is 0 without values', () => {
    expect(mean([])).toBe(0);
    expect(mean([1, 2, 6])).toBe(3);
  });
});

describe('a quantile', () => {
  it('is a value of the sample: the least one that is not below the share', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)]).toEqual([50, 99, 100]);
    expect([quantile([7, 3], 0.99), quantile([], 0.5)]).toEqual([7, 0]);
  });
});

describe('the bootstrap interval of a mean', () => {
  it('is a point where all groups have the same mean', () => {
    expect(intervalOfMean([[2], [2, 2], [2]], seededRandom(1))).toEqual([2, 2]);
  });

  it('is about two standard errors to either side', () => {
    const random = seededRandom(5);
    const values = Array.from({ length: 400 }, () => [random.normal()]);
    const [low, high] = intervalOfMean(values, seededRandom(1));
    expect(high - low).toBeGreaterThan(0.17);
    expect(high - low).toBeLessThan(0.23);
  });

  it('is wider where the values of a group are alike: groups are drawn, not values', () => {
    const groups = [0, 0, 0, 0, 1, 1, 1, 1].map((value) => Array.from({ length: 50 }, () => value));
    const [low, high] = intervalOfMean(groups, seededRandom(1));
    const [lowOfValues, highOfValues] = intervalOfMean(
      groups.flat().map((value) => [value]),
      seededRandom(1),
    );
    expect(high - low).toBeGreaterThan(3 * (highOfValues - lowOfValues));
  });

  it('is [0, 0] without values, and the same for the same seed', () => {
    expect(intervalOfMean([], seededRandom(1))).toEqual([0, 0]);
    const groups = [[1], [4, 2], [7]];
    expect(intervalOfMean(groups, seededRandom(3))).toEqual(intervalOfMean(groups, seededRandom(3)));
  });
});
