import { describe, expect, it } from 'vitest';
import { planNetwork } from '../../../../core/ocr/lstm/network-plan.ts';
import {
  UnsupportedNetworkError,
  type NetworkFile,
  type Weights,
} from '../../../../core/ocr/lstm/trained-data/network-file.ts';

/** Sizes of a small network. */
const FITTING = {
  height: 12,
  halfX: 1,
  halfY: 1,
  windowInputs: 9,
  fields: 4,
  xScale: 3,
  yScale: 3,
  downInputs: 4,
  downCells: 5,
  rightInputs: 5,
  rightCells: 6,
  outputInputs: 6,
  codes: 7,
  nullCode: 6,
  scale: 0.01,
};
type Sizes = typeof FITTING;

/** A network with these sizes instead of fitting ones. */
function networkOf(other: Partial<Sizes>): NetworkFile {
  const sizes = { ...FITTING, ...other };
  const weights = (inputs: number, outputs: number): Weights => ({
    inputs,
    outputs,
    values: new Int8Array(Math.max(0, (inputs + 1) * outputs)),
    scales: new Float64Array(outputs).fill(sizes.scale),
  });
  const lstm = (inputs: number, outputs: number, summary: boolean) => {
    const gates = Array.from({ length: 4 }, () => weights(inputs + outputs, outputs));
    return { kind: 'lstm', inputs, outputs, summary, gates } as const;
  };
  const dense = (inputs: number, outputs: number, activation: 'tanh' | 'softmax') =>
    ({ kind: 'dense', activation, weights: weights(inputs, outputs) }) as const;
  const { fields, downInputs, downCells } = sizes;
  const layers = [
    { kind: 'input', height: sizes.height },
    {
      kind: 'series',
      layers: [
        { kind: 'convolve', inputs: 1, halfX: sizes.halfX, halfY: sizes.halfY },
        dense(sizes.windowInputs, fields, 'tanh'),
      ],
    },
    { kind: 'maxpool', xScale: sizes.xScale, yScale: sizes.yScale },
    { kind: 'reversed', axis: 'transpose', layer: lstm(downInputs, downCells, true) },
    lstm(sizes.rightInputs, sizes.rightCells, false),
    dense(sizes.outputInputs, sizes.codes, 'softmax'),
  ] as const;
  return {
    network: { kind: 'series', layers },
    description: '[1,12,0,1 …]',
    sampleIteration: 1,
    nullCode: sizes.nullCode,
    recoded: true,
  };
}

describe('A network', () => {
  it('is planned as its layers follow each other', () => {
    const { recurrences, output } = planNetwork(networkOf({}));
    expect(recurrences.map(({ direction, inputs, cells }) => [direction, inputs, cells])).toEqual([
      ['down', 4, 5],
      ['right', 5, 6],
    ]);
    expect(output.outputs).toBe(7);
  });

  it.each<[string, Partial<Sizes>]>([
    ['a window of another size than its weights', { windowInputs: 10 }],
    ['a window of a negative size', { halfX: -1, halfY: -1, windowInputs: 1 }],
    ['fields of no width', { xScale: 0 }],
    ['fields of a negative width', { xScale: -3 }],
    ['fields higher than a line', { yScale: 13 }],
    ['a layer with more inputs than the one before it has outputs', { downInputs: 40 }],
    ['a layer along the line with more inputs', { rightInputs: 50 }],
    ['a last layer with more inputs', { outputInputs: 64 }],
    ['no codes', { codes: 0, nullCode: 0 }],
    ['a blank that is none of its codes', { nullCode: 7 }],
    ['a blank with a negative number', { nullCode: -1 }],
    ['scales that are no numbers', { scale: Number.NaN }],
    ['scales that are no numbers of 32 bits', { scale: 1e300 }],
  ])('is rejected with %s', (_, other) => {
    expect(() => planNetwork(networkOf(other))).toThrow(RangeError);
  });

  it('is left to Tesseract with lines that are higher than any network has them', () => {
    expect(() => planNetwork(networkOf({ height: 100_000 }))).toThrow(UnsupportedNetworkError);
  });
});
