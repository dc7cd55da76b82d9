/** The file of the text-kind network's weights, in 8 bits, which bench/text-type/network/train-network.ts writes. */
import { PLAN, SUMMED, type Convolution, type KindLayers } from './convolutions.ts';

/** Strings of base64: the weights of all layers, one byte each; the scale of each output's weights, and the biases. */
export interface KindWeights {
  readonly weights: string;
  readonly scales: string;
  readonly biases: string;
}

const MOST = 127;

/** @returns the file of these layers */
export function weightsFileOf({ convolutions, sum }: KindLayers): KindWeights {
  const layers = [...convolutions, { outputs: 1, weights: sum.weights, biases: sum.bias }];
  const scaled = layers.map(({ outputs, weights }) => {
    const most = new Float32Array(outputs);
    for (const [at, weight] of weights.entries())
      most[at % outputs] = Math.max(most[at % outputs] ?? 0, Math.abs(weight));
    const scales = most.map((value) => value / MOST || 1);
    return { scales, bytes: Int8Array.from(weights, (weight, at) => Math.round(weight / (scales[at % outputs] ?? 1))) };
  });
  return {
    weights: Buffer.concat(scaled.map(({ bytes }) => Buffer.from(bytes.buffer))).toString('base64'),
    scales: base64Of(scaled.map(({ scales }) => scales)),
    biases: base64Of(layers.map(({ biases }) => biases)),
  };
}

/** @throws Error if the file is not that of this network */
export function readKindWeights(file: KindWeights): KindLayers {
  const bytes = Int8Array.from(Buffer.from(file.weights, 'base64'));
  const [scales, biases] = [floatsOf(file.scales), floatsOf(file.biases)];
  let [atWeight, atOutput] = [0, 0];
  const next = (inputs: number, outputs: number) => {
    const [from, first] = [atWeight, atOutput];
    [atWeight, atOutput] = [from + inputs * outputs, first + outputs];
    return {
      weights: Float32Array.from(
        { length: inputs * outputs },
        (_, at) => (bytes[from + at] ?? Number.NaN) * (scales[first + (at % outputs)] ?? Number.NaN),
      ),
      biases: biases.slice(first, atOutput),
    };
  };
  const convolutions = PLAN.map((plan): Convolution => ({
    ...plan,
    ...next(plan.rows * plan.columns * plan.inputs, plan.outputs),
  }));
  const { weights, biases: bias } = next(SUMMED, 1);
  const isWhole = atWeight === bytes.length && atOutput === scales.length && atOutput === biases.length;
  if (!isWhole || ![...scales, ...biases].every(Number.isFinite))
    throw new Error('The weights of the network that tells handwriting from print are damaged.');
  return { convolutions, sum: { weights, bias } };
}

const base64Of = (parts: readonly Float32Array[]): string => {
  const numbers = parts.flatMap((part) => [...part]);
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, value] of numbers.entries()) bytes.writeFloatLE(value, 4 * at);
  return bytes.toString('base64');
};

/** Little-endian numbers of 32 bits. */
function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const numbers = new Float32Array(Math.floor(bytes.length / 4));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readFloatLE(4 * at);
  return numbers;
}
