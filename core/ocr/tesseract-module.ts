/**
 * Loads the WebAssembly build of Tesseract 5 (tesseract.js-core) directly: no threads, no network, no console output.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Iterator levels, page segmentation modes and engine modes by Tesseract's numbers (publictypes.h),
 * because this build does not define its own constants.
 */
export const LEVEL = { block: 0, line: 2, word: 3, symbol: 4 } as const;
export const SEGMENTATION = { page: 3, block: 6, line: 7, sparse: 11 } as const;
export const LSTM_ONLY = 1;

export interface Pointer {
  __destroy__(): void;
}

export interface ResultIterator extends Pointer {
  Begin(): void;
  Next(level: number): boolean;
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  /** 0 to 100. */
  Confidence(level: number): number;
  getBoundingBox(level: number): { x0: number; y0: number; x1: number; y1: number };
  /** Type of the current block (PolyBlockType of publictypes.h). */
  BlockType(): number;
  /** The two ends of the baseline, in pixels. */
  getBaseline(level: number): { x0: number; y0: number; x1: number; y1: number };
  /** Metrics of the text line in pixels: full height, descenders (negative) and ascenders. */
  getRowAttributes(): { row_height: number; descenders: number; ascenders: number };
}

export interface ChoiceIterator extends Pointer {
  Next(): boolean;
  GetUTF8Text(): string;
  /** 0 to 100. */
  Confidence(): number;
}

export interface TesseractApi extends Pointer {
  /** Returns 0 on success. */
  Init(folder: string, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImage(address: number, width: number, height: number, bytesPerPixel: number, bytesPerLine: number): void;
  SetSourceResolution(dpi: number): void;
  SetRectangle(left: number, top: number, width: number, height: number): void;
  /** Finds blocks and lines without recognition; returns a null pointer for a blank page. */
  AnalyseLayout(): Pointer;
  /** Takes the address of an ETEXT_DESC, or null. Returns 0 on success. */
  Recognize(monitor: number | null): number;
  GetIterator(): ResultIterator;
  MeanTextConf(): number;
  Clear(): void;
  End(): void;
}

interface EmscriptenFiles {
  mkdir(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  unlink(path: string): void;
}

export interface TesseractModule {
  readonly FS: EmscriptenFiles;
  readonly TessBaseAPI: new () => TesseractApi;
  readonly ChoiceIterator: new (position: ResultIterator) => ChoiceIterator;
  readonly memory: WebAssembly.Memory;
  /** Returns 0 for a null pointer. */
  getPointer(object: Pointer): number;
  /** Allocates this many bytes and returns their address in `memory`. */
  _malloc(bytes: number): number;
  _free(address: number): void;
}

type Factory = (options: {
  print(line: string): void;
  printErr(line: string): void;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}) => Promise<Omit<TesseractModule, 'memory'>>;

/** WASI's errno for an invalid argument. */
const CLOCK_FAILED = 28;

/**
 * A module with one function that uses two SIMD instructions: it is valid only if the engine and the processor support
 * SIMD.
 */
// prettier-ignore
const SIMD_PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

/** Whether this machine supports WebAssembly's SIMD instructions. */
export function hasSimd(): boolean {
  return WebAssembly.validate(SIMD_PROBE);
}

/** Name of the build for this machine. The relaxed SIMD build is not used: it was at most 3 % faster. */
export function tesseractBuild(): string {
  return hasSimd() ? 'tesseract-core-simd-lstm' : 'tesseract-core-lstm';
}

/**
 * Creates an instance with its own heap: about 20 MB without language data. The heap never shrinks: only discarding the
 * whole module frees its memory.
 * @throws Error if the build does not export its memory
 */
export async function loadTesseract(): Promise<TesseractModule> {
  const require = createRequire(import.meta.url);
  const build = tesseractBuild();
  // The package has no type declarations.
  const factory = require(`tesseract.js-core/${build}.js`) as Factory;
  const compiled = await WebAssembly.compile(await readFile(require.resolve(`tesseract.js-core/${build}.wasm`)));
  let memory: WebAssembly.Memory | undefined;
  const module = await factory({
    print: ignore,
    printErr: ignore,
    instantiateWasm(imports, done) {
      // The factory does not return its memory. Pixels are copied directly into it, so it is taken from the instance's
      // exports.
      const instance = new WebAssembly.Instance(
        compiled,
        withProcessorClock(imports, () => memory),
      );
      memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
      done(instance, compiled);
      return {};
    },
  });
  if (memory === undefined) throw new Error(`${build} exports no memory`);
  module.FS.mkdir('/tessdata');
  return Object.assign(module, { memory });
}

/**
 * Tesseract uses its clock only for deadlines. Replacing it by the processor time of this process makes a deadline
 * depend on the page and not on the load of the machine: the same page then gives the same text every time.
 */
function withProcessorClock(
  imports: WebAssembly.Imports,
  memory: () => WebAssembly.Memory | undefined,
): WebAssembly.Imports {
  const clock = (_clock: number, _precision: bigint, address: number): number => {
    const heap = memory();
    if (heap === undefined) return CLOCK_FAILED;
    new DataView(heap.buffer).setBigInt64(address, processorTime(), true);
    return 0;
  };
  return Object.fromEntries(
    Object.entries(imports).map(([part, functions]) => [
      part,
      // The build's minifier shortens the names; clock_time_get is the function that calls performance.now.
      Object.fromEntries(
        Object.entries(functions).map(([name, value]) => [
          name,
          String(value).includes('performance.now') ? clock : value,
        ]),
      ),
    ]),
  );
}

/** The processor time that this process has used, in nanoseconds. */
export function processorTime(): bigint {
  const { user, system } = process.cpuUsage();
  return BigInt(user + system) * 1000n;
}

/** Discards Tesseract's messages ("Estimating resolution as …"), which are of no use. */
function ignore(): void {
  return;
}
