/** The trained network, for answering: its products are made in WebAssembly, four numbers at once. */
import { BLOCK_OUTPUTS, multiplyRows } from './network-kernel.ts';

export interface Layer {
  /** What comes in of each row. */
  readonly inputs: number;
  readonly outputs: number;
  /** 0: each row by itself. Else the layer also sees the rows so many before and after, where there are any: a convolution along the stream, dilated (Yu and Koltun 2016). */
  readonly dilation: number;
  /** `widthOf` the layer × outputs, row by row: the row before, the row itself, the row after. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  /** What comes in is added to what comes out; there are as many of both. */
  readonly residual: boolean;
}

/** Layers with rectifiers between them; the last has one output, the log-odds of a split. */
export type Network = readonly Layer[];

/** Rows on either side that a model's networks see at most, those of both looks one after the other put together. */
export const NETWORK_REACH = 7;

/** Rows on either side that matter to what a network says of one. */
export const receptiveReach = (network: Network): number => network.reduce((sum, { dilation }) => sum + dilation, 0);

/** Numbers that a layer multiplies for each row. */
export const inputWidth = ({ inputs, dilation }: Pick<Layer, 'inputs' | 'reach'>): number =>
  dilation === 0 ? inputs : 3 * inputs;

/**
 * Log-odds for each row, the mean of several networks that differ in their seed.
 * @param inputs  the rows of one stream in their order, each as many as the first layers' inputs, laid end to end
 */
export function runNetworks(networks: readonly Network[], inputs: Float32Array, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const network of networks) {
    const odds = network.reduce((values, layer, at) => runLayer(layer, values, rows, at < network.length - 1), inputs);
    for (let row = 0; row < rows; row += 1) sums[row] = (sums[row] as number) + (odds[row] as number) / networks.length;
  }
  return sums;
}

/** Weights as the kernel takes them, by their layer. */
const packed = new WeakMap<Layer, Float32Array>();

/** Block after block of outputs, those that are wanted together side by side; 0 for outputs that fill no block. */
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

// Casts, here and below: the layers' sizes are checked when they are read, and this is most of what a network does.
function runLayer(layer: Layer, values: Float32Array, rows: number, rectified: boolean): Float32Array {
  const { outputs, bias, residual } = layer;
  if (rows === 0) return new Float32Array(0);
  const sums = multiplyRows(layer.dilation === 0 ? values : besideOthers(values, rows, layer), rows, packWeights(layer));
  const step = sums.length / rows;
  const said = new Float32Array(rows * outputs);
  for (let row = 0; row < rows; row += 1) {
    for (let output = 0; output < outputs; output += 1) {
      const at = row * outputs + output;
      const sum = (sums[row * step + output] as number) + (bias[output] as number);
      said[at] = (rectified ? Math.max(0, sum) : sum) + (residual ? (values[at] as number) : 0);
    }
  }
  return said;
}

/** Each row between the row `reach` before it and the one `reach` after it; beyond the ends all is 0. */
function besideOthers(values: Float32Array, rows: number, { inputs, dilation }: Layer): Float32Array {
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
