/** Inference of a trained network. Matrix products run in WebAssembly with SIMD. */
import { BLOCK_OUTPUTS, multiplyRows } from './network-kernel.ts';

export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /**
   * 0: a dense layer over each row. Otherwise a convolution of width 3 along the stream with this dilation (Yu and
   * Koltun, ICLR 2016): the rows so many before and after are inputs as well, zeros beyond the ends.
   */
  readonly dilation: number;
  /** `inputWidth` × outputs, row-major: the inputs of the row before, of the row itself, of the row after. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  /** The inputs are added to the outputs, of which there are as many (He et al., CVPR 2016). */
  readonly residual: boolean;
}

/** Layers with ReLU between them; the last has one output, the log-odds of a split. */
export type Network = readonly Layer[];

/** Rows on either side that a network's output for a row depends on. */
export const receptiveReach = (network: Network): number => network.reduce((sum, { dilation }) => sum + dilation, 0);

/** Inputs of one output of a layer. */
export const inputWidth = ({ inputs, dilation }: Pick<Layer, 'inputs' | 'dilation'>): number =>
  dilation === 0 ? inputs : 3 * inputs;

/**
 * Mean log-odds of several networks, one number a row.
 * @param inputs  the rows of one stream in order, row-major, with as many columns as the first layers have inputs
 */
export function runNetworks(networks: readonly Network[], inputs: Float32Array, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const network of networks) {
    const odds = network.reduce((values, layer, at) => runLayer(layer, values, rows, at < network.length - 1), inputs);
    for (let row = 0; row < rows; row += 1) sums[row] = (sums[row] as number) + (odds[row] as number) / networks.length;
  }
  return sums;
}

/** Weights in the kernel's order, by layer. */
const packed = new WeakMap<Layer, Float32Array>();

/** Weights in blocks of BLOCK_OUTPUTS outputs; the last block is padded with zeros. */
function packWeights(layer: Layer): Float32Array {
  const known = packed.get(layer);
  if (known !== undefined) return known;
  const { outputs, weights } = layer;
  const width = inputWidth(layer);
  const blocks = new Float32Array(Math.ceil(outputs / BLOCK_OUTPUTS) * BLOCK_OUTPUTS * width);
  for (let input = 0; input < width; input += 1) {
    for (let output = 0; output < outputs; output += 1)
      blocks[(output - (output % BLOCK_OUTPUTS)) * width + input * BLOCK_OUTPUTS + (output % BLOCK_OUTPUTS)] = weights[
        input * outputs + output
      ] as number;
  }
  packed.set(layer, blocks);
  return blocks;
}

// Casts, here and below: the layers' sizes were checked when they were read, and these loops take most of the time.
function runLayer(layer: Layer, values: Float32Array, rows: number, relu: boolean): Float32Array {
  const { outputs, bias, residual } = layer;
  if (rows === 0) return new Float32Array(0);
  const sums = multiplyRows(
    layer.dilation === 0 ? values : withRowsAround(values, rows, layer),
    rows,
    packWeights(layer),
  );
  const step = sums.length / rows;
  const activations = new Float32Array(rows * outputs);
  for (let row = 0; row < rows; row += 1) {
    for (let output = 0; output < outputs; output += 1) {
      const at = row * outputs + output;
      const sum = (sums[row * step + output] as number) + (bias[output] as number);
      activations[at] = (relu ? Math.max(0, sum) : sum) + (residual ? (values[at] as number) : 0);
    }
  }
  return activations;
}

/** Concatenates each row with the rows `dilation` before and after it; zeros beyond the ends. */
function withRowsAround(values: Float32Array, rows: number, { inputs, dilation }: Layer): Float32Array {
  const beside = new Float32Array(rows * 3 * inputs);
  for (let row = 0; row < rows; row += 1) {
    for (let place = 0; place < 3; place += 1) {
      const other = row + (place - 1) * dilation;
      if (other >= 0 && other < rows)
        beside.set(values.subarray(other * inputs, (other + 1) * inputs), (3 * row + place) * inputs);
    }
  }
  return beside;
}
