/** The text-kind network before its training, and the steps of its training (D. P. Kingma, J. Ba, Adam, 2015). */
import {
  convolve,
  mapOfPicture,
  PLAN,
  SUMMED,
  sumsOf,
  type Convolution,
  type KindLayers,
} from '../../../core/ocr/handwriting/network/convolutions.ts';
import type { Random } from '../../../model-container/random.ts';
import type { Gradient } from './gradient.ts';

/**
 * A network whose values before each ReLU have a mean of 0 and a variance of 1 on these pictures, as batch normalisation would
 * make them (D. Mishkin, J. Matas, All you need is a good init, 2016).
 */
export function newLayers(pictures: readonly Uint8Array[], random: Random): KindLayers {
  const normal = (count: number) => Float32Array.from({ length: count }, () => random.normal());
  let maps = pictures.map(mapOfPicture);
  const convolutions = PLAN.map((plan): Convolution => {
    const layer = {
      ...plan,
      weights: normal(plan.rows * plan.columns * plan.inputs * plan.outputs),
      biases: new Float32Array(plan.outputs),
    };
    const sums = maps.map((map) => sumsOf(layer, map).data);
    for (let output = 0; output < plan.outputs; output += 1) {
      const { mean, deviation } = spreadOf(sums, output, plan.outputs);
      layer.biases[output] = -mean / deviation;
      for (let at = output; at < layer.weights.length; at += plan.outputs)
        layer.weights[at] = (layer.weights[at] ?? 0) / deviation;
    }
    maps = maps.map((map) => convolve(layer, map));
    return layer;
  });
  const sum = { weights: normal(SUMMED).map((weight) => weight / Math.sqrt(SUMMED)), bias: new Float32Array(1) };
  return { convolutions, sum };
}

/** The mean and the standard deviation of one output. */
function spreadOf(sums: readonly Float32Array[], output: number, outputs: number): { mean: number; deviation: number } {
  let [count, sum, squares] = [0, 0, 0];
  for (const some of sums)
    for (let at = output; at < some.length; at += outputs) {
      const value = some[at] ?? 0;
      count += 1;
      sum += value;
      squares += value ** 2;
    }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(squares / count - mean ** 2) || 1 };
}

/** All weights and biases of a network, in the order of a gradient. */
export const valuesOf = ({ convolutions, sum }: KindLayers): readonly Float32Array[] => [
  ...convolutions.flatMap(({ weights, biases }) => [weights, biases]),
  sum.weights,
  sum.bias,
];

/** How much of the means of the derivatives, and of their squares, is kept at a step. */
const KEPT = 0.9;
const SQUARES_KEPT = 0.999;
const LEAST = 1e-8;
/** Part of a weight that is taken off at a step, for a learning rate of 1. */
const DECAY = 1e-3;

/** @returns a function that changes the values by a gradient that is the sum of `count` pictures' */
export function adam(values: readonly Float32Array[]): (gradient: Gradient, rate: number, count: number) => void {
  const means = values.map(({ length }) => new Float32Array(length));
  const squares = values.map(({ length }) => new Float32Array(length));
  let step = 0;
  return (gradient, rate, count) => {
    step += 1;
    const derivatives = gradient.flatMap(({ weights, biases }) => [weights, biases]);
    const [whole, wholeSquares] = [1 - KEPT ** step, 1 - SQUARES_KEPT ** step];
    for (const [index, some] of values.entries()) {
      const [by, mean, square] = [derivatives[index], means[index], squares[index]];
      if (by === undefined || mean === undefined || square === undefined)
        throw new RangeError('Not all have a gradient.');
      for (let at = 0; at < some.length; at += 1) {
        // Casts: all four have the same length.
        const derivative = (by[at] as number) / count;
        const first = (mean[at] = KEPT * (mean[at] as number) + (1 - KEPT) * derivative);
        const second = (square[at] = SQUARES_KEPT * (square[at] as number) + (1 - SQUARES_KEPT) * derivative ** 2);
        const change = first / whole / (Math.sqrt(second / wholeSquares) + LEAST) + DECAY * (some[at] as number);
        some[at] = (some[at] as number) - rate * change;
      }
    }
  };
}
