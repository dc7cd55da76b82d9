import { describe, expect, it } from 'vitest';
import { linearDiscriminants } from '../../../../bench/split-model/picture-embedding/linear-discriminants.ts';
import { seededRandom } from '../../../../model-container/random.ts';

/** Two classes that differ in the third number; the first varies most, within the classes. */
function drawSamples(count: number) {
  const random = seededRandom(1);
  return Array.from({ length: count }, (_, at) => ({
    vector: Float32Array.from([3 * random.normal(), random.normal(), (at % 2) * 4 + 0.5 * random.normal()]),
    group: `class ${at % 2}`,
    weight: 1,
  }));
}

describe('linear discriminant analysis', () => {
  it('finds the direction in which the classes differ, not the one of the largest variance', () => {
    const samples = drawSamples(400);
    const { mean, directions } = linearDiscriminants(samples, 1);
    const project = ({ vector }: { vector: Float32Array }) =>
      directions[0]?.reduce((sum, value, at) => sum + value * ((vector[at] ?? 0) - (mean[at] ?? 0)), 0) ?? 0;
    const projected = samples.map(project);
    const sign = Math.sign(projected[0] ?? 0);
    const right = projected.filter((value, at) => Math.sign(value) === (at % 2 === 0 ? sign : -sign));
    expect(right.length / samples.length).toBeGreaterThan(0.95);
  });

  it('weighs the samples', () => {
    const heavy = [
      { vector: Float32Array.from([0, 1]), group: 'a', weight: 9 },
      { vector: Float32Array.from([2, 1]), group: 'a', weight: 9 },
      { vector: Float32Array.from([0, 5]), group: 'b', weight: 1 },
      { vector: Float32Array.from([2, 5]), group: 'b', weight: 1 },
    ];
    expect([...linearDiscriminants(heavy, 1).mean]).toEqual([1, 1.4]);
  });

  it('refuses no samples', () => {
    expect(() => linearDiscriminants([], 1)).toThrow(RangeError);
  });
});
