/** Arranges weights in the memory layout of the kernel (documented in assembly/line-kernel.ts). */
import type { Weights } from './trained-data/network-file.ts';

export interface PackedWeights {
  /** Padded to a multiple of 8. */
  readonly inputs: number;
  readonly outputs: number;
  /** Blocks of 8 outputs; a block has 8 × 2 weights for each pair of inputs. */
  readonly values: Int16Array;
  /** Initial value of the sum of each output. */
  readonly bias: Int32Array;
  /** Factor from the sum of each output to its value; 0 for padding. */
  readonly scales: Float32Array;
}

/** An input of 127 represents 1, so a bias is multiplied by 127. */
const ONE = 127;

/**
 * @param parts weight matrices whose outputs are concatenated, each padded separately
 * @param inputGroups sizes of the groups of inputs, each padded separately
 */
export function packWeights(parts: readonly Weights[], inputGroups: readonly number[]): PackedWeights {
  const columns = placeInputs(inputGroups);
  const inputs = inputGroups.reduce((sum, size) => sum + padded(size), 0);
  const partOutputs = parts.map((part) => padded(part.outputs));
  const outputs = partOutputs.reduce((sum, size) => sum + size, 0);
  const packed = {
    inputs,
    outputs,
    values: new Int16Array(inputs * outputs),
    bias: new Int32Array(outputs),
    scales: new Float32Array(outputs),
  };
  let first = 0;
  for (const [index, part] of parts.entries()) {
    placePart(packed, part, first, columns);
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

function placePart(packed: PackedWeights, part: Weights, first: number, columns: readonly number[]): void {
  const row = part.inputs + 1;
  for (let output = 0; output < part.outputs; output += 1) {
    const to = first + output;
    const block = Math.floor(to / 8) * packed.inputs * 8 + (to % 8) * 2;
    for (const [input, column] of columns.entries()) {
      packed.values[block + Math.floor(column / 2) * 16 + (column % 2)] = part.values[output * row + input] ?? 0;
    }
    packed.bias[to] = (part.values[output * row + part.inputs] ?? 0) * ONE;
    packed.scales[to] = part.scales[output] ?? 0;
  }
}
