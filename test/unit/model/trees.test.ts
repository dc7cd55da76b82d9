import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../model-container/random.ts';
import { DEFAULT_TREES, trainTrees } from '../../../model-container/training/base/train-trees.ts';
import { runTrees } from '../../../model-container/classifiers/trees.ts';

const random = seededRandom(3);
const rows = Array.from({ length: 600 }, () =>
  Float32Array.from({ length: 4 }, () => (random.chance(0.2) ? Number.NaN : random.normal())),
);
const isBoundary = ([a = 0, b = 0]: Float32Array): boolean => (Number.isNaN(a) ? true : a > 0) !== b > 0.5;
const labels = Float32Array.from(rows, (row) => Number(isBoundary(row)));
const plan = { ...DEFAULT_TREES, rounds: 80, depth: 3, columns: 1, leafWeight: 1 };

describe('boosted trees', () => {
  it('learn what two inputs say only together, an unknown one included', () => {
    const trees = trainTrees(rows, labels, 4, plan);
    const odds = runTrees(trees, rows);
    const right = rows.filter((_, at) => (odds[at] ?? 0) > 0 === (labels[at] === 1)).length;
    expect(right / rows.length).toBeGreaterThan(0.95);
  });

  it('are the same for the same rows and seed, and others for another seed', () => {
    expect(trainTrees(rows, labels, 4, plan)).toEqual(trainTrees(rows, labels, 4, plan));
    expect(trainTrees(rows, labels, 4, { ...plan, seed: 2 })).not.toEqual(trainTrees(rows, labels, 4, plan));
  });

  it('go on from what is known already, and add nothing where that is right', () => {
    const known = Float64Array.from(labels, (label) => (label === 1 ? 12 : -12));
    const [nothing, mended] = [known, known.map((odds) => -odds / 6)].map((from) => ({
      from,
      ...trainTrees(rows, labels, 4, plan, from),
    }));
    expect([nothing?.initialScore, mended?.initialScore]).toEqual([0, 0]);
    expect(Math.max(...runTrees(nothing ?? { initialScore: 0, trees: [] }, rows).map(Math.abs))).toBeLessThan(0.1);
    const added = runTrees(mended ?? { initialScore: 0, trees: [] }, rows);
    const right = rows.filter((_, at) => (mended?.from[at] ?? 0) + (added[at] ?? 0) > 0 === (labels[at] === 1)).length;
    expect(right / rows.length).toBeGreaterThan(0.9);
  });

  it('part the known from the unknown where nothing else says anything', () => {
    const blanks = Array.from({ length: 200 }, (_, at) => Float32Array.of(at % 2 === 0 ? 7 : Number.NaN));
    const trees = trainTrees(
      blanks,
      Float32Array.from(blanks, (_, at) => at % 2),
      1,
      { ...plan, baggingFraction: 1 },
    );
    const [known = 0, unknown = 0] = runTrees(trees, [Float32Array.of(7), Float32Array.of(Number.NaN)]);
    expect(known).toBeLessThan(-1);
    expect(unknown).toBeGreaterThan(1);
  });

  it.each([
    [1, 0],
    [0, 1],
  ])('part the few rows with %d from the many with %d', (few, many) => {
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

  it('ask on where most is gained, and have no more leaves than the plan says', () => {
    const stairs = Array.from({ length: 600 }, (_, at) => Float32Array.of(at < 300 ? -1 : at % 5));
    const odd = Float32Array.from(stairs, ([step = 0]) => Math.abs(step) % 2);
    const leavesOf = (leaves: number, depth: number) => {
      const { trees } = trainTrees(stairs, odd, 1, { ...plan, rounds: 1, baggingFraction: 1, numLeaves, maxDepth, lambdaL2: 1 });
      return trees.map(({ splitFeature }) => splitFeature.filter((asked) => asked < 0).length);
    };
    expect(leavesOf(4, 8)).toEqual([4]);
    expect(leavesOf(63, 2)).toEqual([3]);
    const odds = runTrees(
      trainTrees(stairs, odd, 1, { ...plan, rounds: 60, baggingFraction: 1, numLeaves: 6, maxDepth: 5 }),
      [-1, 0, 1, 2, 3, 4].map((step) => Float32Array.of(step)),
    );
    expect([...odds].map((value) => Number(value > 0))).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('state the base rate where all rows are alike', () => {
    const alike = Array.from({ length: 100 }, () => Float32Array.of(1));
    const trees = trainTrees(
      alike,
      Float32Array.from(alike, (_, at) => Number(at < 20)),
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
