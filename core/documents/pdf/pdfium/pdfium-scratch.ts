/** A buffer in PDFium's heap for the numbers that its functions write through pointers. */
import type { PdfiumFunctions } from './pdfium-functions.ts';

const BYTES = 64;

/** PDFium, with the numbers that it writes. */
export interface Engine {
  readonly pdfium: PdfiumFunctions;
  readonly scratch: Scratch;
}

/**
 * The views are cached until the heap grows, which replaces its buffer: creating one per character would dominate the
 * run time.
 */
export class Scratch {
  readonly pointer: number;
  readonly #pdfium: PdfiumFunctions;
  #buffer: ArrayBuffer | undefined;
  #doubles = new Float64Array();
  #floats = new Float32Array();
  #integers = new Int32Array();

  constructor(pdfium: PdfiumFunctions) {
    this.#pdfium = pdfium;
    this.pointer = pdfium.malloc(BYTES);
  }

  get doubles(): Float64Array {
    this.#refresh();
    return this.#doubles;
  }

  get floats(): Float32Array {
    this.#refresh();
    return this.#floats;
  }

  get integers(): Int32Array {
    this.#refresh();
    return this.#integers;
  }

  #refresh(): void {
    const { buffer } = this.#pdfium.memory;
    if (this.#buffer === buffer) return;
    this.#buffer = buffer;
    this.#doubles = new Float64Array(buffer, this.pointer, BYTES / Float64Array.BYTES_PER_ELEMENT);
    this.#floats = new Float32Array(buffer, this.pointer, BYTES / Float32Array.BYTES_PER_ELEMENT);
    this.#integers = new Int32Array(buffer, this.pointer, BYTES / Int32Array.BYTES_PER_ELEMENT);
  }
}
