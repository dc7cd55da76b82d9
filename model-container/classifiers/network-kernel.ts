/** Multiplies matrices in WebAssembly: network-kernel.wasm, whose source is assembly/network-kernel.ts. */
import { readFileSync } from 'node:fs';

/** The kernel's functions; all but counts are addresses in bytes. */
interface KernelFunctions {
  freeMemory(): number;
  multiply(values: number, rows: number, width: number, weights: number, blocks: number, sums: number): void;
}

/** Outputs whose weights lie side by side. */
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
  // The exports are those of the kernel's source, which a test compares with the file.
  return { functions: instance.exports as unknown as KernelFunctions, memory };
}

/**
 * Sums of `values` by `weights`, row by row. What it says of a row is the same to the last bit, whichever rows stand beside it.
 * @param values  rows × width
 * @param weights  block after block of BLOCK_OUTPUTS outputs: for each of `width` inputs the block's weights side by side
 * @returns rows × as many outputs as the blocks hold; to be used before the next call
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
