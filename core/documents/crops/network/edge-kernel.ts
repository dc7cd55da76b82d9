/** Loads the kernel of the network that finds documents: edge-kernel.wasm, compiled from assembly/edge-kernel.ts. */
import { SmallKernel } from '../../../ocr/kernel-memory.ts';

/** The kernel's functions: all parameters are addresses and sizes; assembly/edge-kernel.ts documents them. */
export interface KernelFunctions {
  /** Returns the first address that the caller may use. */
  freeMemory(): number;
  clearBorder(map: number, width: number, height: number, channels: number): void;
  prepare(picture: number, width: number, height: number, map: number, sums: number): void;
  stem(
    from: number,
    width: number,
    height: number,
    outputs: number,
    weights: number,
    bias: number,
    to: number,
    scratch: number,
  ): void;
  block(
    from: number,
    width: number,
    height: number,
    inputs: number,
    outputs: number,
    stride: number,
    adds: boolean,
    depthwise: number,
    depthwiseBias: number,
    weights: number,
    bias: number,
    to: number,
    scratch: number,
  ): void;
  addEnlarged(
    from: number,
    width: number,
    height: number,
    inputs: number,
    outputs: number,
    weights: number,
    bias: number,
    to: number,
    scratch: number,
  ): void;
  head(
    from: number,
    width: number,
    height: number,
    inputs: number,
    weights: number,
    bias: number,
    table: number,
    first: number,
    second: number,
    scratch: number,
  ): void;
  multiply(
    from: number,
    count: number,
    inputs: number,
    outputs: number,
    weights: number,
    bias: number,
    to: number,
    added: number,
    least: number,
  ): void;
}

/** An instance of the kernel with its own memory. */
export type EdgeKernel = SmallKernel<KernelFunctions>;

/**
 * @returns a new instance
 * @throws CompileError if this machine has no SIMD instructions
 */
export const loadEdgeKernel = (): EdgeKernel => new SmallKernel(new URL('edge-kernel.wasm', import.meta.url));

/** Outputs of a block of weights. */
const BLOCK_OUTPUTS = 8;

/**
 * The weights of a matrix product in the order of the kernel: blocks of 8 outputs, the last of 4 where the number of
 * outputs is no multiple of 8; of a block, the weights of each input next to each other.
 * @param weights for each input the weights of all outputs
 */
export function inBlocks(weights: Float32Array, outputs: number): Float32Array {
  const inputs = weights.length / outputs;
  const ordered = new Float32Array(weights.length);
  let at = 0;
  for (let block = 0; block < outputs; block += BLOCK_OUTPUTS)
    for (let input = 0; input < inputs; input += 1) {
      const from = input * outputs + block;
      const ofBlock = weights.subarray(from, from + Math.min(BLOCK_OUTPUTS, outputs - block));
      ordered.set(ofBlock, at);
      at += ofBlock.length;
    }
  return ordered;
}
