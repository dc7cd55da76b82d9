/** Loads line-kernel.wasm, compiled from assembly/line-kernel.ts, and allocates its memory. */
import { readFile } from 'node:fs/promises';

/**
 * The kernel's functions. Addresses are byte offsets in its memory; assembly/line-kernel.ts documents the parameters.
 */
export interface KernelFunctions {
  /** Returns the first address that the caller may use. */
  freeMemory(): number;
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

/** Bytes of a WebAssembly memory page. */
const PAGE_BYTES = 65_536;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * An instance of the kernel with its own memory. Allocation is a stack: `release` frees everything above a position.
 */
export class Kernel {
  readonly functions: KernelFunctions;
  readonly #memory: WebAssembly.Memory;
  #top: number;

  constructor(functions: KernelFunctions, memory: WebAssembly.Memory, top: number) {
    this.functions = functions;
    this.#memory = memory;
    this.#top = top;
  }

  /** Number of bytes in use: the position for `release`. */
  get top(): number {
    return this.#top;
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Allocates this many bytes and returns their address, a multiple of 16. Earlier views of `buffer` may be detached.
   */
  allocate(bytes: number): number {
    const address = this.#top;
    this.#top = address + Math.ceil(bytes / 16) * 16;
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return address;
  }

  /** Copies a typed array into newly allocated memory and returns its address. */
  place(data: Int8Array | Int16Array | Int32Array | Float32Array): number {
    const address = this.allocate(data.byteLength);
    new Uint8Array(this.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address);
    return address;
  }

  /** Frees everything that was allocated since `top` had this value. */
  release(top: number): void {
    this.#top = top;
  }
}

export async function loadKernel(): Promise<Kernel> {
  compiled ??= readFile(new URL('line-kernel.wasm', import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(await compiled, { env: { memory } });
  // A test compares the file with the compiled source, whose exports have these types.
  const functions = instance.exports as unknown as KernelFunctions;
  return new Kernel(functions, memory, Math.ceil(functions.freeMemory() / 16) * 16);
}
