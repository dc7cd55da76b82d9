/** Matrix products in WebAssembly. network-kernel.wasm is compiled from assembly/network-kernel.ts. */
import { readFileSync } from 'node:fs';

/** The kernel's functions. `rows`, `width` and `blocks` are counts, all others are byte addresses. */
interface KernelFunctions {
  freeMemory(): number;
  multiply(values: number, rows: number, width: number, weights: number, blocks: number, sums: number): void;
}

/** Outputs of a block, whose weights are contiguous. */
export const BLOCK_OUTPUTS = 8;

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;

interface Kernel {
  readonly functions: KernelFunctions;
  readonly memory: WebAssembly.Memory;
}

let kernel: Kernel | undefined;

function loadKernel(): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(
    new WebAssembly.Module(readFileSync(new URL('network-kernel.wasm', import.meta.url))),
    { env: { memory } },
  );
  // Cast: the exports are those of the kernel's source; a test compares the compiled file with it.
  return { functions: instance.exports as unknown as KernelFunctions, memory };
}

/**
 * Multiplies a matrix of rows by weights. A row's result is the same to the last bit, whichever other rows there are.
 * @param values  rows × width, row-major
 * @param weights  blocks of BLOCK_OUTPUTS outputs: for each of `width` inputs the block's weights
 * @returns rows × (blocks × BLOCK_OUTPUTS); a view of the kernel's memory that the next call overwrites
 */
export function multiplyRows(values: Float32Array, rows: number, weights: Float32Array): Float32Array {
  kernel ??= loadKernel();
  const { functions, memory } = kernel;
  const width = values.length / rows;
  const blocks = weights.length / (width * BLOCK_OUTPUTS);
  const atValues = Math.ceil(functions.freeMemory() / 16) * 16;
  const atWeights = atValues + Math.ceil((values.length * FLOAT_BYTES) / 16) * 16;
  const atSums = atWeights + weights.length * FLOAT_BYTES;
  const missing = atSums + rows * blocks * BLOCK_OUTPUTS * FLOAT_BYTES - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Float32Array(memory.buffer, atValues, values.length).set(values);
  new Float32Array(memory.buffer, atWeights, weights.length).set(weights);
  functions.multiply(atValues, rows, width, atWeights, blocks, atSums);
  return new Float32Array(memory.buffer, atSums, rows * blocks * BLOCK_OUTPUTS);
}
