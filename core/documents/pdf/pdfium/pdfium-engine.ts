/**
 * An instance of PDFium (WebAssembly) through its C functions. The npm package's own classes know neither character
 * boxes nor grey rendering; its loader lets us have the exports. One instance serves one document: a trap
 * (`unreachable`, a failed allocation) leaves an instance unusable, and its heap never shrinks.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { installCjkFonts } from './pdfium-fonts.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';

/**
 * Bytes to which PDFium's heap may grow. Where it needs more, its allocation fails and the page is given up; a child
 * process with this heap, the pixels handed out and Node itself stays below the pool's limit.
 */
const HEAP_LIMIT_BYTES = 768 * 1024 * 1024;

const compiled = (async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  return WebAssembly.compile(wasm);
})();

type HeapResizer = (requestedBytes: number) => number;

/** Makes the heap refuse to grow beyond the limit, as an allocation that fails. */
const limitHeap = (imports: WebAssembly.Imports): void => {
  const environment = imports['env'];
  const grow = environment?.['emscripten_resize_heap'] as HeapResizer | undefined;
  if (environment === undefined || grow === undefined)
    throw new Error('This build of PDFium does not let its heap be limited.');
  environment['emscripten_resize_heap'] = ((requested) =>
    requested >>> 0 > HEAP_LIMIT_BYTES ? 0 : grow(requested)) satisfies HeapResizer;
};

/** A fresh, initialised instance: about 40 ms, with its fonts. */
export const startPdfium = async (): Promise<PdfiumFunctions> => {
  const module = await compiled;
  let functions: PdfiumFunctions | undefined;
  await PDFiumLibrary.init({
    instantiateWasm: (imports, ready) => {
      limitHeap(imports);
      const instance = new WebAssembly.Instance(module, imports);
      // The package types its callback's argument as a module; emscripten's loader takes the instance.
      ready(instance as unknown as WebAssembly.Module);
      functions = instance.exports as unknown as PdfiumFunctions;
      return instance.exports;
    },
  });
  if (functions === undefined) throw new Error('PDFium did not start.');
  await installCjkFonts(functions);
  return functions;
};
