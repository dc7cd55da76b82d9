/** One of the two kernels compiled from assembly/line-kernel.ts, with its memory. */
import { KernelMemory } from '../kernel-memory.ts';

/**
 * The kernel's functions. Addresses are byte offsets in its memory; assembly/line-kernel.ts documents the parameters.
 */
export interface KernelFunctions {
  /** Returns the first address that the caller may use. */
  freeMemory(): number;
  useZero(code: number): void;
  probe(weight: number, activation: number): number;
  convolve(
    image: number,
    width: number,
    height: number,
    halfX: number,
    halfY: number,
    xScale: number,
    yScale: number,
    outputs: number,
    weights: number,
    bias: number,
    scales: number,
    to: number,
    scratch: number,
    seed: bigint,
  ): void;
  lstm(
    table: number,
    sequences: number,
    inputs: number,
    cells: number,
    weights: number,
    bias: number,
    scales: number,
    scratch: number,
  ): void;
  softmax(
    from: number,
    rows: number,
    inputs: number,
    outputs: number,
    used: number,
    weights: number,
    bias: number,
    scales: number,
    to: number,
    scratch: number,
  ): void;
}

/** How a kernel stores activations, and with as many bytes the weights. */
export interface Coding {
  readonly bytes: 1 | 2;
  /** The code of activation 0. */
  readonly zero: 0 | 128;
}

export type KernelName = 'line-kernel' | 'line-kernel-relaxed';

/** An instance of the kernel with its own memory. */
export class Kernel extends KernelMemory {
  readonly functions: KernelFunctions;
  readonly coding: Coding;

  constructor(functions: KernelFunctions, coding: Coding, memory: WebAssembly.Memory) {
    super(memory, functions.freeMemory());
    this.functions = functions;
    this.coding = coding;
  }
}

/** An instance with its own memory; null if its sums are not exact on this processor. */
export function instantiate(name: KernelName, module: WebAssembly.Module): Kernel | null {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  // A test compares the files with the compiled source, whose exports have these types.
  const functions = instance.exports as unknown as KernelFunctions;
  const coding: Coding | null = name === 'line-kernel' ? { bytes: 2, zero: 0 } : findCoding(functions);
  if (coding === null) return null;
  functions.useZero(coding.zero);
  return new Kernel(functions, coding, memory);
}

/** Products at the limits of both factors, whose sums some processors clip. */
const [LEAST, MOST, MOST_UNSIGNED] = [-128, 127, 255];

/**
 * The relaxed instruction leaves open whether an activation above 127 counts as negative, and whether sums of two
 * products are clipped to 16 bits.
 * @returns null if this processor clips sums
 */
function findCoding(functions: KernelFunctions): Coding | null {
  const isExact = (least: number, most: number) =>
    [LEAST, MOST].every((weight) =>
      [least, most].every((activation) => functions.probe(weight, activation) === 4 * weight * activation),
    );
  if (isExact(0, MOST_UNSIGNED)) return { bytes: 1, zero: 128 };
  return isExact(-MOST, MOST) ? { bytes: 1, zero: 0 } : null;
}
