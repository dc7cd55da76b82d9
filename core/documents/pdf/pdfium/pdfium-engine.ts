/**
 * Starts an instance of PDFium (WebAssembly) and gives access to its C functions. The classes of the npm package
 * support neither character boxes nor grey rendering, but its loader gives access to the exports. One instance serves
 * one document, because a trap (`unreachable`, a failed allocation) makes an instance unusable and its heap never
 * shrinks.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { installCjkFonts } from './fonts/pdfium-fonts.ts';
import type { PdfiumFunctions } from './pdfium-functions.ts';

/**
 * Maximum size of PDFium's heap in bytes. Beyond it an allocation fails, and the page is unreadable. A child process
 * with this heap, the rendered pixels and Node itself stays below the memory limit of the parser pool.
 */
const HEAP_LIMIT_BYTES = 768 * 1024 * 1024;

const compiled = (async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  return WebAssembly.compile(wasm);
})();

type HeapResizer = (requestedBytes: number) => number;

/** Makes allocations fail beyond the limit. */
const limitHeap = (imports: WebAssembly.Imports): void => {
  const environment = imports['env'];
  const grow = environment?.['emscripten_resize_heap'] as HeapResizer | undefined;
  if (environment === undefined || grow === undefined)
    throw new Error('The heap of this build of PDFium cannot be limited.');
  environment['emscripten_resize_heap'] = ((requested) =>
    requested >>> 0 > HEAP_LIMIT_BYTES ? 0 : grow(requested)) satisfies HeapResizer;
};

/**
 * Runs `start` and removes the getters that it defines on the global object: those of Emscripten's loader for names that
 * a build does not export refer to the instance, whose heap would never be freed.
 */
const withoutGetters = async (start: () => Promise<unknown>): Promise<void> => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  await start();
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (before.has(name) || Object.getOwnPropertyDescriptor(globalThis, name)?.get === undefined) continue;
    Reflect.deleteProperty(globalThis, name);
  }
};

/** Starts an instance with its fonts; takes about 40 ms. @throws Error if PDFium does not start */
export const startPdfium = async (): Promise<PdfiumFunctions> => {
  const module = await compiled;
  let functions: PdfiumFunctions | undefined;
  await withoutGetters(() =>
    PDFiumLibrary.init({
      instantiateWasm: (imports, ready) => {
        limitHeap(imports);
        const instance = new WebAssembly.Instance(module, imports);
        // The package's types declare the argument as a module, but Emscripten's loader expects the instance.
        ready(instance as unknown as WebAssembly.Module);
        functions = instance.exports as unknown as PdfiumFunctions;
        return instance.exports;
      },
    }),
  );
  if (functions === undefined) throw new Error('PDFium did not start.');
  await installCjkFonts(functions);
  return functions;
};
