import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../model-container/random.ts';
import { DEFAULT_TREES, trainTrees } from '../../../../model-container/training/base/train-trees.ts';
import { runTrees } from '../../../../model-container/classifiers/trees.ts';

const random = seededRandom(3);
const rows = Array.from({ length: 600 }, () =>
  Float32Array.from({ length: 4 }, () => (random.chance(0.2) ? Number.NaN : random.normal())),
);
const isBoundary = ([a = 0, b = 0]: Float32Array): boolean => (Number.isNaN(a) ? true : a > 0) !== b > 0.5;
const labels = Float32Array.from(rows, (row) => Number(isBoundary(row)));
const plan = { ...DEFAULT_TREES, rounds: 80, maxDepth: 3, featureFraction: 1, minSumHessian: 1 };

describe('boosted trees', () => {
  it('learn an interaction of two inputs, with missing values', () => {
    const trees = trainTrees(rows, labels, 4, plan);
    const odds = runTrees(trees, rows);
    const right = rows.filter((_, at) => (odds[at] ?? 0) > 0 === (labels[at] === 1)).length;
    expect(right / rows.length).toBeGreaterThan(0.95);
  });

  it('are the same for the same rows and seed, and different for another seed', () => {
    expect(trainTrees(rows, labels, 4, plan)).toEqual(trainTrees(rows, labels, 4, plan));
    expect(trainTrees(rows, labels, 4, { ...plan, seed: 2 })).not.toEqual(trainTrees(rows, labels, 4, plan));
  });

  it('correct initial scores, and add nothing where these are right', () => {
    const known = Float64Array.from(labels, (label) => (label === 1 ? 12 : -12));
    const [nothing, corrected] = [known, known.map((odds) => -odds / 6)].map((initScores) => ({
      initScores,
      ...trainTrees(rows, labels, 4, plan, initScores),
    }));
    expect([nothing?.initialScore, corrected?.initialScore]).toEqual([0, 0]);
    expect(Math.max(...runTrees(nothing ?? { initialScore: 0, trees: [] }, rows).map(Math.abs))).toBeLessThan(0.1);
    const added = runTrees(corrected ?? { initialScore: 0, trees: [] }, rows);
    const right = rows.filter(
      (_, at) => (corrected?.initScores[at] ?? 0) + (added[at] ?? 0) > 0 === (labels[at] === 1),
    ).length;
    expect(right / rows.length).toBeGreaterThan(0.9);
  });

  it('separate missing from known values where nothing else is informative', () => {
    const blanks = Array.from({ length: 200 }, (_, at) => Float32Array.of(at % 2 === 0 ? 7 : Number.NaN));
    const trees = trainTrees(
      blanks,
      Float32Array.from(blanks, (_, at) => at % 2),
      1,
      { ...plan, baggingFraction: 1 },
    );
    const [known = 0, missing = 0] = runTrees(trees, [Float32Array.of(7), Float32Array.of(Number.NaN)]);
    expect(known).toBeLessThan(-1);
    expect(missing).toBeGreaterThan(1);
  });

  it.each([
    [1, 0],
    [0, 1],
  ])('separate the few rows with %d from the many with %d', (few, many) => {
    const uneven = Array.from({ length: 1000 }, (_, at) => Float32Array.of(at < 10 ? few : many));
    const trees = trainTrees(
      uneven,
      Float32Array.from(uneven, (_, at) => Number(at < 10)),
      1,
      { ...plan, baggingFraction: 1, minSumHessian: 0.05, lambdaL2: 1 },
    );
    const [rare = 0, usual = 0] = runTrees(trees, [Float32Array.of(few), Float32Array.of(many)]);
    expect(rare).toBeGreaterThan(1);
    expect(usual).toBeLessThan(-1);
  });

  it('split the leaf with the greatest gain first, within the limits of leaves and depth', () => {
    const stairs = Array.from({ length: 600 }, (_, at) => Float32Array.of(at < 300 ? -1 : at % 5));
    const odd = Float32Array.from(stairs, ([step = 0]) => Math.abs(step) % 2);
    const leavesOf = (numLeaves: number, maxDepth: number) => {
      const limits = { rounds: 1, baggingFraction: 1, numLeaves, maxDepth, lambdaL2: 1 };
      const { trees } = trainTrees(stairs, odd, 1, { ...plan, ...limits });
      return trees.map(({ splitFeature }) => splitFeature.filter((feature) => feature < 0).length);
    };
    expect(leavesOf(4, 8)).toEqual([4]);
    expect(leavesOf(63, 2)).toEqual([3]);
    const odds = runTrees(
      trainTrees(stairs, odd, 1, { ...plan, rounds: 60, baggingFraction: 1, numLeaves: 6, maxDepth: 5 }),
      [-1, 0, 1, 2, 3, 4].map((step) => Float32Array.of(step)),
    );
    expect([...odds].map((value) => Number(value > 0))).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('predict the base rate where all rows are equal', () => {
    const equal = Array.from({ length: 100 }, () => Float32Array.of(1));
    const trees = trainTrees(
      equal,
      Float32Array.from(equal, (_, at) => Number(at < 20)),
      1,
      plan,
    );
    const [odds = 0] = runTrees(trees, [Float32Array.of(1)]);
    expect(1 / (1 + Math.exp(-odds))).toBeCloseTo(0.2, 1);
  });

  it('need rows', () => {
    expect(() => trainTrees([], new Float32Array(0), 1, plan)).toThrow(RangeError);
  });
});
