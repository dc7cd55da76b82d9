import { describe, expect, it } from 'vitest';
import {
  columnScores,
  convolve,
  PLAN,
  type Convolution,
  type ConvolutionPlan,
  type FeatureMap,
} from '../../../../../core/ocr/handwriting/network/convolutions.ts';
import { readKindWeights, weightsFileOf } from '../../../../../core/ocr/handwriting/network/kind-weights.ts';
import { seededRandom } from '../../../../../model-container/random.ts';

const random = seededRandom(5);
const numbers = (count: number) => Float32Array.from({ length: count }, () => random.normal());

const layerOf = (plan: ConvolutionPlan): Convolution => ({
  ...plan,
  weights: numbers(plan.rows * plan.columns * plan.inputs * plan.outputs),
  biases: numbers(plan.outputs),
});

/** A map in which a half of the values are zero, as after ReLU. */
const mapOf = (height: number, width: number, channels: number): FeatureMap => ({
  height,
  width,
  channels,
  data: numbers(height * width * channels).map((value) => Math.max(0, value)),
});

/** One value of a layer's result, by its definition. */
function plainValue(layer: Convolution, from: FeatureMap, y: number, x: number, output: number): number {
  let sum = layer.biases[output] ?? 0;
  for (let row = 0; row < layer.rows; row += 1)
    for (let column = 0; column < layer.columns; column += 1)
      for (let input = 0; input < layer.inputs; input += 1) {
        const [atY, atX] = [y * layer.stride - layer.padRows + row, x * layer.stride - layer.padColumns + column];
        if (atY < 0 || atY >= from.height || atX < 0 || atX >= from.width) continue;
        const weight = layer.weights[((row * layer.columns + column) * layer.inputs + input) * layer.outputs + output];
        sum += (weight ?? 0) * (from.data[(atY * from.width + atX) * from.channels + input] ?? 0);
      }
  return Math.max(0, sum);
}

describe('the text-kind network', () => {
  it.each([40, 20, 10, 5].map((height, at) => [height, at] as const))(
    'computes the layer of height %i as its definition says',
    (height, at) => {
      const layer = layerOf(PLAN[at] as ConvolutionPlan); // the plan has four layers
      for (const width of [1, 2, 7, 16]) {
        const from = mapOf(height, width, layer.inputs);
        const to = convolve(layer, from);
        expect([to.height, to.width]).toEqual([
          Math.max(1, height / 2 === 2.5 ? 1 : height / 2),
          Math.ceil(width / layer.stride),
        ]);
        for (let value = 0; value < to.data.length; value += 1) {
          const pixel = Math.floor(value / layer.outputs);
          const plain = plainValue(layer, from, Math.floor(pixel / to.width), pixel % to.width, value % layer.outputs);
          expect(Math.abs((to.data[value] ?? Number.NaN) - plain)).toBeLessThan(1e-3);
        }
      }
    },
  );

  it('has weights of 8 bits in its file, which change what it says little', () => {
    const layers = { convolutions: PLAN.map(layerOf), sum: { weights: numbers(32), bias: numbers(1) } };
    const picture = Uint8Array.from({ length: 40 * 60 }, () => random.below(256));
    const read = readKindWeights(JSON.parse(JSON.stringify(weightsFileOf(layers))) as ReturnType<typeof weightsFileOf>);
    const [before, after] = [columnScores(layers, picture), columnScores(read, picture)];
    expect(after).toHaveLength(8);
    const most = Math.max(...before.map(Math.abs));
    for (const [at, score] of before.entries())
      expect(Math.abs(score - (after[at] ?? Number.NaN))).toBeLessThan(0.05 * most);
  });

  it('does not read weights that are cut off', () => {
    const layers = { convolutions: PLAN.map(layerOf), sum: { weights: numbers(32), bias: numbers(1) } };
    const file = weightsFileOf(layers);
    expect(() => readKindWeights({ ...file, weights: file.weights.slice(8) })).toThrow(/damaged/);
  });
});
