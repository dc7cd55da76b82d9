import { describe, expect, it } from 'vitest';
import { runEnsemble } from '../../../model-container/model/network.ts';
import type { Layer, Network } from '../../../model-container/model/network.ts';
import { seededRandom } from '../../../model-container/model/random.ts';
import { DEFAULT_PLAN, trainNetwork } from '../../../model-container/model/train-network.ts';

const random = seededRandom(3);
const normals = (length: number) => Float32Array.from({ length }, () => random.normal());
const drawLayer = (inputs: number, outputs: number, adds = false): Layer => ({ inputs, outputs, weights: normals(inputs * outputs), bias: normals(outputs), adds });

/** As it is defined, a number at a time. */
function runPlainly(network: Network, row: readonly number[]): number {
  let values = [...row];
  for (const [at, { inputs, outputs, weights, bias, adds }] of network.entries()) {
    const before = values;
    values = Array.from({ length: outputs }, (_, output) => {
      let sum = 0;
      for (let input = 0; input < inputs; input += 1) sum += (before[input] ?? 0) * (weights[input * outputs + output] ?? 0);
      sum += bias[output] ?? 0;
      return (at < network.length - 1 ? Math.max(0, sum) : sum) + (adds ? (before[output] ?? 0) : 0);
    });
  }
  return values[0] ?? 0;
}

describe('a network', () => {
  const network = [drawLayer(7, 6), drawLayer(6, 6, true), drawLayer(6, 1)];

  it.each([1, 2, 3, 4, 5, 7, 8, 9])('says of %i rows together what it says of each', (rows) => {
    const inputs = normals(7 * rows);
    const odds = runEnsemble([network], inputs, rows);
    expect(odds).toHaveLength(rows);
    for (let row = 0; row < rows; row += 1) expect(odds[row]).toBeCloseTo(runPlainly(network, [...inputs.subarray(7 * row, 7 * row + 7)]), 9);
  });

  it('says exactly the same of a row, whichever rows stand around it', () => {
    const inputs = normals(7 * 9);
    const whole = runEnsemble([network], inputs, 9);
    for (const [from, to] of [[0, 1], [3, 8], [8, 9]] as const) expect([...runEnsemble([network], inputs.slice(7 * from, 7 * to), to - from)]).toEqual([...whole.slice(from, to)]);
  });

  it('counts as much as every other of an ensemble', () => {
    const other = [drawLayer(7, 1)];
    const inputs = normals(7 * 5);
    const [one, two, both] = [[network], [other], [network, other]].map((networks) => runEnsemble(networks, inputs, 5));
    for (let row = 0; row < 5; row += 1) expect(both?.[row]).toBeCloseTo(((one?.[row] ?? 0) + (two?.[row] ?? 0)) / 2, 9);
  });
});

describe('training a network', () => {
  // Which of two numbers is larger in size: no line parts that.
  const rows = Array.from({ length: 3000 }, () => [random.normal(), random.normal()] as const);
  const set = { columns: 2, inputs: Float32Array.from(rows.flat()), labels: Float32Array.from(rows, ([one, other]) => Number(Math.abs(one) > Math.abs(other))) };
  const plan = { ...DEFAULT_PLAN, hidden: [32, 32], epochs: 20, batch: 100, inputDropout: 0, dropout: 0.1 };
  const wrongOf = (network: Network) => runEnsemble([network], set.inputs, rows.length).reduce((wrong, odds, row) => wrong + Number(odds > 0 !== (set.labels[row] === 1)), 0) / rows.length;

  it('learns what no line parts, and without hidden layers does not', async () => {
    const [deep, flat] = [await trainNetwork(set, plan), await trainNetwork(set, { ...plan, hidden: [] })];
    expect(wrongOf(deep)).toBeLessThan(0.06);
    expect(wrongOf(flat)).toBeGreaterThan(0.3);
    expect(deep.map(({ inputs, outputs, adds }) => [inputs, outputs, adds])).toEqual([[2, 32, false], [32, 32, true], [32, 1, false]]);
  }, 60_000);

  it('gives the same network for the same seed, and another one for another', async () => {
    const short = { ...plan, epochs: 1 };
    const [one, again, other] = [await trainNetwork(set, short), await trainNetwork(set, short), await trainNetwork(set, { ...short, seed: 2 })];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  }, 60_000);

  it('refuses to learn from nothing', async () => {
    await expect(trainNetwork({ columns: 2, inputs: new Float32Array(0), labels: new Float32Array(0) }, plan)).rejects.toThrow('no rows');
  });
});
