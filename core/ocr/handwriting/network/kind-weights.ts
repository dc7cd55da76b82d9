/** The file of the text-kind network's weights, in 8 bits, which bench/text-type/network/train-network.ts writes. */
import { LayerReader, type WeightsFile } from '../../layer-weights.ts';
import { PLAN, SUMMED, type Convolution, type KindLayers } from './convolutions.ts';

const MOST = 127;

/** @returns the file of these layers */
export function weightsFileOf({ convolutions, sum }: KindLayers): WeightsFile {
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
export function readKindWeights(file: WeightsFile): KindLayers {
  const next = new LayerReader(file);
  const convolutions = PLAN.map((plan): Convolution => {
    const { weights, biases } = next.layer(plan.rows * plan.columns * plan.inputs, plan.outputs);
    return { ...plan, weights, biases };
  });
  const { weights, biases: bias } = next.layer(SUMMED, 1);
  if (!next.isWhole) throw new Error('The weights of the network that tells handwriting from print are damaged.');
  return { convolutions, sum: { weights, bias } };
}

const base64Of = (parts: readonly Float32Array[]): string => {
  const numbers = parts.flatMap((part) => [...part]);
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, value] of numbers.entries()) bytes.writeFloatLE(value, 4 * at);
  return bytes.toString('base64');
};
