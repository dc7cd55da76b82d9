/** The trained network, for answering: plain typed arrays, since a few hundred thousand multiplications a gap need nothing more. */

export interface Layer {
  /** What comes in of each row. */
  readonly inputs: number;
  readonly outputs: number;
  /** 0: each row by itself. Else the layer also sees the rows so many before and after, where there are any: a convolution along the stream, dilated (Yu and Koltun 2016). */
  readonly reach: number;
  /** `widthOf` the layer × outputs, row by row: the row before, the row itself, the row after. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
  /** What comes in is added to what comes out; there are as many of both. */
  readonly adds: boolean;
}

/** Layers with rectifiers between them; the last has one output, the log-odds of a split. */
export type Network = readonly Layer[];

/** Rows on either side that a model's networks see at most, those of both looks one after the other put together. */
export const LAYERS_REACH = 7;

/** Rows on either side that matter to what a network says of one. */
export const reachOf = (network: Network): number => network.reduce((sum, { reach }) => sum + reach, 0);

/** Numbers that a layer multiplies for each row. */
export const widthOf = ({ inputs, reach }: Pick<Layer, 'inputs' | 'reach'>): number => (reach === 0 ? inputs : 3 * inputs);

/**
 * Log-odds for each row, the mean of several networks that differ in their seed.
 * @param inputs  the rows of one stream in their order, each as many as the first layers' inputs, laid end to end
 */
export function runEnsemble(networks: readonly Network[], inputs: Float32Array, rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const network of networks) {
    const odds = network.reduce<Float64Array>((values, layer, at) => runLayer(layer, values, rows, at < network.length - 1), Float64Array.from(inputs));
    for (let row = 0; row < rows; row += 1) sums[row] = (sums[row] as number) + (odds[row] as number) / networks.length;
  }
  return sums;
}

/** Rows and outputs whose sums are held at once: more of them do not fit a processor's registers. */
const BLOCK = 4;

/** Weights as they are multiplied, by their layer. */
const packed = new WeakMap<Layer, Float64Array>();

/** Block after block of outputs, those that are wanted together side by side; 0 for outputs that fill no block. */
function packWeights(layer: Layer): Float64Array {
  const known = packed.get(layer);
  if (known !== undefined) return known;
  const { outputs, weights } = layer;
  const width = widthOf(layer);
  const blocks = new Float64Array(Math.ceil(outputs / BLOCK) * BLOCK * width);
  for (let input = 0; input < width; input += 1) {
    for (let output = 0; output < outputs; output += 1) blocks[(output - (output % BLOCK)) * width + input * BLOCK + (output % BLOCK)] = weights[input * outputs + output] as number;
  }
  packed.set(layer, blocks);
  return blocks;
}

// Casts, here and below: the layers' sizes are checked when they are read, and this is most of what a network does.
function runLayer(layer: Layer, values: Float64Array, rows: number, rectified: boolean): Float64Array {
  const { outputs, bias, adds } = layer;
  const width = widthOf(layer);
  const seen = layer.reach === 0 ? values : besideOthers(values, rows, layer);
  const blocks = packWeights(layer);
  const sums = new Float64Array(rows * outputs);
  const block = new Float64Array(BLOCK * BLOCK);
  for (let row = 0; row < rows; row += BLOCK) {
    for (let output = 0; output < outputs; output += BLOCK) {
      // The last rows that fill no block are taken together with some before them.
      const first = Math.max(0, Math.min(row, rows - BLOCK));
      if (rows < BLOCK) multiplyRows(seen, rows, width, blocks, output * width, block);
      else multiplyBlock(seen, first * width, width, blocks, output * width, block);
      for (let at = 0; at < Math.min(BLOCK, rows); at += 1) {
        for (let next = 0; next < Math.min(BLOCK, outputs - output); next += 1) sums[(first + at) * outputs + output + next] = block[at * BLOCK + next] as number;
      }
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (let output = 0; output < outputs; output += 1) {
      const at = row * outputs + output;
      const sum = (sums[at] as number) + (bias[output] as number);
      sums[at] = (rectified ? Math.max(0, sum) : sum) + (adds ? (values[at] as number) : 0);
    }
  }
  return sums;
}

/** Each row between the row `reach` before it and the one `reach` after it; beyond the ends all is 0. */
function besideOthers(values: Float64Array, rows: number, { inputs, reach }: Layer): Float64Array {
  const beside = new Float64Array(rows * 3 * inputs);
  for (let row = 0; row < rows; row += 1) {
    for (let place = 0; place < 3; place += 1) {
      const other = row + (place - 1) * reach;
      if (other >= 0 && other < rows) beside.set(values.subarray(other * inputs, (other + 1) * inputs), (3 * row + place) * inputs);
    }
  }
  return beside;
}

/** Four rows by four outputs, to `block`, row by row. */
function multiplyBlock(values: Float64Array, from: number, inputs: number, weights: Float64Array, weightsFrom: number, block: Float64Array): void {
  let a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0, c0 = 0, c1 = 0, c2 = 0, c3 = 0, d0 = 0, d1 = 0, d2 = 0, d3 = 0;
  for (let input = 0; input < inputs; input += 1) {
    const at = weightsFrom + BLOCK * input;
    const w0 = weights[at] as number, w1 = weights[at + 1] as number, w2 = weights[at + 2] as number, w3 = weights[at + 3] as number;
    const row = from + input;
    const a = values[row] as number, b = values[row + inputs] as number, c = values[row + 2 * inputs] as number, d = values[row + 3 * inputs] as number;
    a0 += a * w0; a1 += a * w1; a2 += a * w2; a3 += a * w3;
    b0 += b * w0; b1 += b * w1; b2 += b * w2; b3 += b * w3;
    c0 += c * w0; c1 += c * w1; c2 += c * w2; c3 += c * w3;
    d0 += d * w0; d1 += d * w1; d2 += d * w2; d3 += d * w3;
  }
  block[0] = a0; block[1] = a1; block[2] = a2; block[3] = a3;
  block[4] = b0; block[5] = b1; block[6] = b2; block[7] = b3;
  block[8] = c0; block[9] = c1; block[10] = c2; block[11] = c3;
  block[12] = d0; block[13] = d1; block[14] = d2; block[15] = d3;
}

/** Fewer rows than a block has, summed in the same order. */
function multiplyRows(values: Float64Array, rows: number, inputs: number, weights: Float64Array, weightsFrom: number, block: Float64Array): void {
  for (let row = 0; row < rows; row += 1) {
    for (let output = 0; output < BLOCK; output += 1) {
      let sum = 0;
      for (let input = 0; input < inputs; input += 1) sum += (values[row * inputs + input] as number) * (weights[weightsFrom + BLOCK * input + output] as number);
      block[row * BLOCK + output] = sum;
    }
  }
}
