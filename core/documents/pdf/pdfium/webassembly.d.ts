/**
 * The part of the WebAssembly interface that Tearline uses. Node has it, but neither @types/node nor ES2024 declares
 * it.
 */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type Exports = Record<string, unknown>;
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    private readonly isModule: true;
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  interface Table {
    set(index: number, value: unknown): void;
  }
  class RuntimeError extends Error {}
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
