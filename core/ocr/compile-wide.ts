/** Compiles a kernel of ours with vectors of 256 bits, where the processor has them. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 joins two 128-bit instructions of WebAssembly into one of AVX2 with this flag, on x64 alone. The pass is experimental,
 * and belongs to the optimising compiler, which therefore compiles the whole module at once.
 */
const WIDE = ['--experimental-wasm-revectorize', '--no-liftoff', '--no-wasm-lazy-compilation'];
const DEFAULTS = ['--no-experimental-wasm-revectorize', '--liftoff', '--wasm-lazy-compilation'];
/** V8 takes `--no-liftoff`, `--noliftoff` and `--no_liftoff` alike. */
const nameOf = (flag: string): string => flag.replaceAll('_', '-').replace(/^--?(?:no-?)?/u, '');
const NAMES: ReadonlySet<string> = new Set(DEFAULTS.map(nameOf));
/**
 * A custom section without content, "wide": V8 takes a module of the same bytes that it has compiled before in place of
 * compiling another one.
 */
const SECTION = Uint8Array.of(0, 5, 4, ...Buffer.from('wide'));

/**
 * These flags as a process has them that was started with the arguments: V8 does not tell them, and NODE_OPTIONS may have none
 * of them.
 */
export const flagsOfStart = (startedWith: readonly string[]): readonly string[] => [
  ...DEFAULTS,
  ...startedWith.filter((argument) => NAMES.has(nameOf(argument))),
];

/**
 * Compiles a module with instructions of 256 bits. V8's flags are those of the start of the process when it returns, so that
 * nothing else is compiled like this.
 * @returns null on another processor than x64
 * @throws CompileError if the bytes are no module
 */
export const compileWide = (bytes: Uint8Array): WebAssembly.Module | null => {
  if (process.arch !== 'x64') return null;
  try {
    for (const flag of WIDE) setFlagsFromString(flag);
    return new WebAssembly.Module(Buffer.concat([bytes, SECTION]));
  } finally {
    for (const flag of flagsOfStart(process.execArgv)) setFlagsFromString(flag);
  }
};
