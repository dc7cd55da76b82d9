/** The memory of a kernel in WebAssembly, and small kernels with theirs. */
import { readFileSync } from 'node:fs';

/** Bytes of a WebAssembly memory page. */
const PAGE_BYTES = 65_536;

const alignedTo16 = (address: number): number => Math.ceil(address / 16) * 16;

/** Allocation is a stack: `release` frees everything above a position. */
export class KernelMemory {
  readonly #memory: WebAssembly.Memory;
  #top: number;

  /** @param free the first address that the caller may use */
  constructor(memory: WebAssembly.Memory, free: number) {
    this.#memory = memory;
    this.#top = alignedTo16(free);
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
    this.#top = alignedTo16(address + bytes);
    const missing = this.#top - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return address;
  }

  /** Copies a typed array into newly allocated memory and returns its address. */
  place(data: Uint8Array | Int8Array | Int16Array | Int32Array | Float32Array): number {
    const address = this.allocate(data.byteLength);
    new Uint8Array(this.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), address);
    return address;
  }

  /** Frees everything that was allocated since `top` had this value. */
  release(top: number): void {
    this.#top = top;
  }
}

/** An instance of a kernel of a few kilobytes, with its own memory. Loading one takes less than a millisecond. */
export class SmallKernel<Functions extends { freeMemory(): number }> extends KernelMemory {
  readonly functions: Functions;

  /**
   * @param file a WebAssembly module that imports its memory and exports these functions
   * @throws CompileError if this machine has no SIMD instructions
   */
  constructor(file: URL) {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { env: { memory } });
    // Cast: a test compares each file with the compiled source, whose exports have these types.
    const functions = instance.exports as unknown as Functions;
    super(memory, functions.freeMemory());
    this.functions = functions;
  }
}
