import { describe, expect, it } from 'vitest';
import { receptiveReach, runNetworks, inputWidth } from '../../../../model-container/classifiers/network.ts';
import type { Layer, Network } from '../../../../model-container/classifiers/network.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { DEFAULT_PLAN, trainNetwork } from '../../../../model-container/training/base/train-network.ts';

const random = seededRandom(3);
const normals = (length: number) => Float32Array.from({ length }, () => random.normal());
const drawLayer = (inputs: number, outputs: number, { residual = false, dilation = 0 } = {}): Layer => ({
  inputs,
  outputs,
  dilation,
  weights: normals(inputWidth({ inputs, dilation }) * outputs),
  bias: normals(outputs),
  residual,
});

/**
 * Reference implementation by definition, with rounding to 32 bits after every operation.
 * @param rows  of one stream
 */
function runPlainly(network: Network, rows: readonly (readonly number[])[]): number[] {
  let values = rows;
  for (const [at, { inputs, outputs, dilation, weights, bias, residual }] of network.entries()) {
    const before = values;
    values = before.map((own, row) => {
      const seen = (dilation === 0 ? [0] : [-dilation, 0, dilation]).flatMap(
        (step) => before[row + step] ?? new Array<number>(inputs).fill(0),
      );
      return Array.from({ length: outputs }, (_, output) => {
        const sum =
          seen.reduce(
            (all, value, input) => Math.fround(all + Math.fround(value * (weights[input * outputs + output] ?? 0))),
            0,
          ) + (bias[output] ?? 0);
        return Math.fround((at < network.length - 1 ? Math.max(0, sum) : sum) + (residual ? (own[output] ?? 0) : 0));
      });
    });
  }
  return values.map(([odds]) => odds ?? 0);
}

const rowsIn = (inputs: Float32Array, columns: number) =>
  Array.from({ length: inputs.length / columns }, (_, row) => [...inputs.subarray(row * columns, (row + 1) * columns)]);

describe('a network', () => {
  const network = [drawLayer(7, 20), drawLayer(20, 20, { residual: true }), drawLayer(20, 1)];

  it.each([1, 2, 3, 4, 5, 7, 8, 9])('has the same output for %i rows together as for each alone', (rows) => {
    const inputs = normals(7 * rows);
    const odds = runNetworks([network], inputs, rows);
    expect(odds).toHaveLength(rows);
    for (const [row, plainly] of runPlainly(network, rowsIn(inputs, 7)).entries()) expect(odds[row]).toBe(plainly);
  });

  it.each([1, 2, 3, 4, 5, 7, 8, 9])(
    'convolves the rows around in a stream of %i, with zeros beyond its ends',
    (rows) => {
      const looking = [
        drawLayer(7, 6),
        drawLayer(6, 6, { residual: true, dilation: 1 }),
        drawLayer(6, 6, { residual: true, dilation: 2 }),
        drawLayer(6, 1),
      ];
      const inputs = normals(7 * rows);
      for (const [row, plainly] of runPlainly(looking, rowsIn(inputs, 7)).entries())
        expect(runNetworks([looking], inputs, rows)[row]).toBe(plainly);
    },
  );

  it('has the same output for a row while nothing changes within its reach', () => {
    const looking = [
      drawLayer(3, 4),
      drawLayer(4, 4, { residual: true, dilation: 1 }),
      drawLayer(4, 4, { residual: true, dilation: 2 }),
      drawLayer(4, 1),
    ];
    expect(receptiveReach(looking)).toBe(3);
    const inputs = normals(3 * 12);
    const said = (changed: number) =>
      runNetworks(
        [looking],
        inputs.map((value, at) => (Math.floor(at / 3) === changed ? value + 1 : value)),
        12,
      )[5];
    const before = said(-1);
    expect([0, 1, 9, 10, 11].map(said)).toEqual([before, before, before, before, before]);
    for (const near of [2, 3, 5, 8]) expect(said(near)).not.toBe(before);
  });

  it('has the same output to the last bit for a row, whichever other rows there are', () => {
    const inputs = normals(7 * 9);
    const whole = runNetworks([network], inputs, 9);
    for (const [from, to] of [
      [0, 1],
      [3, 8],
      [8, 9],
    ] as const)
      expect([...runNetworks([network], inputs.slice(7 * from, 7 * to), to - from)]).toEqual([
        ...whole.slice(from, to),
      ]);
  });

  it('has the same weight as every other network of an ensemble', () => {
    const other = [drawLayer(7, 1)];
    const inputs = normals(7 * 5);
    const [one, two, both] = [[network], [other], [network, other]].map((networks) => runNetworks(networks, inputs, 5));
    for (let row = 0; row < 5; row += 1)
      expect(both?.[row]).toBeCloseTo(((one?.[row] ?? 0) + (two?.[row] ?? 0)) / 2, 9);
  });
});

describe('training a network', () => {
  // Which of two numbers has the larger absolute value: not linearly separable.
  const rows = Array.from({ length: 3000 }, () => [random.normal(), random.normal()] as const);
  const set = {
    columns: 2,
    inputs: Float32Array.from(rows.flat()),
    labels: Float32Array.from(rows, ([one, other]) => Number(Math.abs(one) > Math.abs(other))),
    streams: [rows.length],
  };
  const plan = {
    ...DEFAULT_PLAN,
    hidden: [32, 32].map((outputs) => ({ outputs, dilation: 0 })),
    epochs: 8,
    batch: 100,
    inputDropout: 0,
    dropout: 0.1,
  };
  const wrongOf = (network: Network) =>
    runNetworks([network], set.inputs, rows.length).reduce(
      (wrong, odds, row) => wrong + Number(odds > 0 !== (set.labels[row] === 1)),
      0,
    ) / rows.length;

  it('learns what is not linearly separable, and without hidden layers does not', { tags: 'slow' }, async () => {
    const [deep, flat] = [await trainNetwork(set, plan), await trainNetwork(set, { ...plan, hidden: [] })];
    expect(wrongOf(deep)).toBeLessThan(0.06);
    expect(wrongOf(flat)).toBeGreaterThan(0.3);
    expect(deep.map(({ inputs, outputs, residual }) => [inputs, outputs, residual])).toEqual([
      [2, 32, false],
      [32, 32, true],
      [32, 1, false],
    ]);
  });

  it('learns from the rows around, within each stream', { tags: 'slow' }, async () => {
    // Label: the row before is larger. The first row of each stream of 3 has none before it, only the other stream's
    // last row.
    const lengths = Array.from({ length: 1000 }, () => 3);
    const labels = Float32Array.from(rows, ([value], row) =>
      Number(row % 3 !== 0 && (rows[row - 1]?.[0] ?? 0) > value),
    );
    const around = { ...set, labels, streams: lengths };
    const network = await trainNetwork(around, {
      ...plan,
      hidden: [
        { outputs: 32, dilation: 0 },
        { outputs: 32, dilation: 1 },
      ],
      epochs: 8,
    });
    expect(network.map(({ dilation, residual }) => [dilation, residual])).toEqual([
      [0, false],
      [1, true],
      [0, false],
    ]);
    const wrong = lengths.reduce((sum, length, at) => {
      const odds = runNetworks([network], set.inputs.subarray(at * 6, at * 6 + 6), length);
      return sum + odds.reduce((those, one, row) => those + Number(one > 0 !== (labels[3 * at + row] === 1)), 0);
    }, 0);
    expect(wrong / rows.length).toBeLessThan(0.06);
    const alone = await trainNetwork(around, { ...plan, epochs: 3 });
    expect(
      runNetworks([alone], set.inputs, rows.length).reduce(
        (sum, odds, row) => sum + Number(odds > 0 !== (labels[row] === 1)),
        0,
      ) / rows.length,
    ).toBeGreaterThan(0.2);
  });

  it('gives the same network for the same seed, and a different one for another seed', async () => {
    const short = { ...plan, epochs: 1 };
    const few = { ...set, inputs: set.inputs.slice(0, 2 * 300), labels: set.labels.slice(0, 300), streams: [300] };
    const [one, again, other] = [
      await trainNetwork(few, short),
      await trainNetwork(few, short),
      await trainNetwork(few, { ...short, seed: 2 }),
    ];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  }, 60_000);

  it('refuses an empty training set', async () => {
    await expect(
      trainNetwork({ columns: 2, inputs: new Float32Array(0), labels: new Float32Array(0), streams: [] }, plan),
    ).rejects.toThrow('no rows');
  });
});
