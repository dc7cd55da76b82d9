/** Lays weights out as the kernel reads them (assembly/line-kernel.ts says how). */
import type { Weights } from './trained-data/network-file.ts';

export interface PackedWeights {
  /** Rounded up to 2 and 8. */
  readonly inputs: number;
  readonly outputs: number;
  /** Blocks of 8 outputs; in a block, for each pair of inputs, 8 × 2 weights. */
  readonly values: Int16Array;
  /** What a sum begins with, an output each. */
  readonly bias: Int32Array;
  /** What turns a sum into a number, an output each; 0 for outputs that are padding. */
  readonly scales: Float32Array;
}

/** Inputs of 127 stand for 1, so a bias counts 127 times. */
const ONE = 127;

/**
 * @param parts one after the other in the outputs, each padded on its own
 * @param inputGroups sizes of the groups that the inputs consist of, each padded on its own
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

/** Depths are whole blocks of 8. */
export function padded(depth: number): number {
  return Math.ceil(depth / 8) * 8;
}

/** Where each input comes to lie among the padded ones. */
function placeInputs(groups: readonly number[]): number[] {
  const places: number[] = [];
  let first = 0;
  for (const size of groups) {
    for (let index = 0; index < size; index += 1) places.push(first + index);
    first += padded(size);
  }
  return places;
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
