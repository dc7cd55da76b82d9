/** Wraps a JavaScript function so that WebAssembly can call it through its function table. */

const I32 = 0x7f;

/**
 * A module that imports one function of `parameters` 32-bit integers and exports it. The export is a WebAssembly
 * function; tables accept these but not plain JavaScript functions.
 */
const forwardingModule = (parameters: number, results: 0 | 1): Uint8Array<ArrayBuffer> => {
  const signature = [
    0x60,
    parameters,
    ...Array<number>(parameters).fill(I32),
    results,
    ...Array<number>(results).fill(I32),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    ...[0x01, signature.length + 1, 0x01, ...signature], // type section: one signature
    ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00], // import section: e.f, a function of type 0
    ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00], // export section: f is function 0
  ]);
};

/** Returns a WebAssembly function that calls `implementation`; all parameters and the result are 32-bit integers. */
export const wasmFunction = (
  implementation: (...integers: number[]) => number | undefined,
  parameters: number,
  results: 0 | 1,
): unknown => {
  const module = new WebAssembly.Module(forwardingModule(parameters, results));
  return new WebAssembly.Instance(module, { e: { f: implementation } }).exports['f'];
};
