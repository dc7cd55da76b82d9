/** Arranges weights in the memory layout of the kernel (documented in assembly/line-kernel.ts). */
import type { Coding } from './kernel.ts';
import type { Weights } from './trained-data/network-file.ts';

export interface PackedWeights {
  /** Padded to a multiple of 8. */
  readonly inputs: number;
  readonly outputs: number;
  /** Blocks of 8 outputs; a block has 32 bytes for each group of inputs, which are 2 or 4. */
  readonly values: Int8Array | Int16Array;
  /** Initial value of the sum of each output. */
  readonly bias: Int32Array;
  /** Factor from the sum of each output to its value; 0 for padding. */
  readonly scales: Float32Array;
}

/** Outputs of a block, and the bytes of the weights of a group of inputs for one of them. */
const BLOCK = 8;
const GROUP_BYTES = 4;
/** An input of 127 represents 1, so a bias is multiplied by 127. */
const ONE = 127;

/**
 * @param parts weight matrices whose outputs are concatenated, each padded separately
 * @param inputGroups sizes of the groups of inputs, each padded separately
 * @param coding of the kernel: where the code of activation 0 is not 0, biases make up for it
 */
export function packWeights(
  parts: readonly Weights[],
  inputGroups: readonly number[],
  { bytes, zero }: Coding,
): PackedWeights {
  const columns = placeInputs(inputGroups);
  const inputs = inputGroups.reduce((sum, size) => sum + padded(size), 0);
  const partOutputs = parts.map((part) => padded(part.outputs));
  const outputs = partOutputs.reduce((sum, size) => sum + size, 0);
  const packed = {
    inputs,
    outputs,
    values: bytes === 1 ? new Int8Array(inputs * outputs) : new Int16Array(inputs * outputs),
    bias: new Int32Array(outputs),
    scales: new Float32Array(outputs),
  };
  let first = 0;
  for (const [index, part] of parts.entries()) {
    placePart(packed, part, first, columns, GROUP_BYTES / bytes, zero);
    first += partOutputs[index] ?? 0;
  }
  return packed;
}

/** Rounds a number of inputs or outputs up to a multiple of 8. */
export function padded(depth: number): number {
  return Math.ceil(depth / 8) * 8;
}

/** The index of each input among the padded ones. */
function placeInputs(groups: readonly number[]): number[] {
  const indexes: number[] = [];
  let first = 0;
  for (const size of groups) {
    for (let index = 0; index < size; index += 1) indexes.push(first + index);
    first += padded(size);
  }
  return indexes;
}

function placePart(
  packed: PackedWeights,
  part: Weights,
  first: number,
  columns: readonly number[],
  group: number,
  zero: number,
): void {
  const row = part.inputs + 1;
  for (let output = 0; output < part.outputs; output += 1) {
    const to = first + output;
    const block = Math.floor(to / BLOCK) * packed.inputs * BLOCK + (to % BLOCK) * group;
    let sum = 0;
    for (const [input, column] of columns.entries()) {
      const weight = part.values[output * row + input] ?? 0;
      packed.values[block + Math.floor(column / group) * BLOCK * group + (column % group)] = weight;
      sum += weight;
    }
    packed.bias[to] = (part.values[output * row + part.inputs] ?? 0) * ONE - zero * sum;
    packed.scales[to] = part.scales[output] ?? 0;
  }
}
