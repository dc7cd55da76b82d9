/** Loads line-kernel.wasm (assembly/line-kernel.ts is its source) and hands out its memory. */
import { readFile } from 'node:fs/promises';

/** The kernel's functions; addresses and sizes are bytes of `memory` unless said otherwise. */
export interface KernelFunctions {
  /** Address from which on the memory is free. */
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

const PAGE = 65_536;

let compiled: Promise<WebAssembly.Module> | undefined;

/** One instance of the kernel with a memory of its own. What was allocated first stays; the rest is given back all at once. */
export class Kernel {
  readonly functions: KernelFunctions;
  readonly #memory: WebAssembly.Memory;
  #top: number;

  constructor(functions: KernelFunctions, memory: WebAssembly.Memory, top: number) {
    this.functions = functions;
    this.#memory = memory;
    this.#top = top;
  }

  /** Bytes in use, for `release`. */
  get top(): number {
    return this.#top;
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Address of so many bytes, a multiple of 16; views of `buffer` made before may be dead. */
  allocate(bytes: number): number {
    const address = this.#top;
    this.#top = address + Math.ceil(bytes / 16) * 16;
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Copies a typed array into the memory. */
  place(data: Int8Array | Int16Array | Int32Array | Float32Array): number {
    const address = this.allocate(data.byteLength);
    new Uint8Array(this.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address);
    return address;
  }

  /** Gives back everything that was allocated since `top` had this value. */
  release(top: number): void {
    this.#top = top;
  }
}

export async function loadKernel(): Promise<Kernel> {
  compiled ??= readFile(new URL('line-kernel.wasm', import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new WebAssembly.Instance(await compiled, { env: { memory } });
  // The exports are those of the kernel's source, which a test compares with the file.
  const functions = instance.exports as unknown as KernelFunctions;
  return new Kernel(functions, memory, Math.ceil(functions.freeMemory() / 16) * 16);
}
