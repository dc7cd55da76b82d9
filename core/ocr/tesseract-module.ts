/** The WebAssembly build of Tesseract 5 (tesseract.js-core), loaded as it is: no threads, no network, no console output. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Iterator levels, page segmentation modes and engine modes as Tesseract numbers them (publictypes.h): this build's own names are undefined. */
export const LEVEL = { block: 0, line: 2, word: 3, symbol: 4 } as const;
export const SEGMENTATION = { page: 3, block: 6, line: 7 } as const;
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
  /** What kind of block it stands in (PolyBlockType of publictypes.h). */
  BlockType(): number;
  /** The base line at the left and right end. */
  getBaseline(level: number): { x0: number; y0: number; x1: number; y1: number };
  /** Of the text line, in pixels: its whole height, and its descenders (negative). */
  getRowAttributes(): { row_height: number; descenders: number; ascenders: number };
}

export interface ChoiceIterator extends Pointer {
  Next(): boolean;
  GetUTF8Text(): string;
  /** 0 to 100. */
  Confidence(): number;
}

export interface TesseractApi extends Pointer {
  /** 0 where it worked. */
  Init(folder: string, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImage(address: number, width: number, height: number, bytesPerPixel: number, bytesPerLine: number): void;
  SetSourceResolution(dpi: number): void;
  SetRectangle(left: number, top: number, width: number, height: number): void;
  /** Finds blocks and lines without reading them; a null pointer where the page is blank. */
  AnalyseLayout(): Pointer;
  /** Takes the address of an ETEXT_DESC, or null. 0 where it worked. */
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
  /** 0 for a null pointer. */
  getPointer(object: Pointer): number;
  /** Bytes → address in `memory`. */
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

/** A module with one function that adds two vectors: valid only where the engine and the processor have SIMD. */
const SIMD_PROBE = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
);

/** Whether this machine runs WebAssembly's SIMD instructions. */
export function hasSimd(): boolean {
  return WebAssembly.validate(SIMD_PROBE);
}

/** Which build this machine runs. Relaxed SIMD is left out: it gained at most 3 % here. */
export function tesseractBuild(): string {
  return hasSimd() ? 'tesseract-core-simd-lstm' : 'tesseract-core-lstm';
}

/** A fresh instance with an own heap, about 20 MB before any language. Its heap never shrinks: drop the whole module to get memory back. */
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
      // The build does not give its memory away; pixels are copied straight into it, so it is taken from the instance.
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
 * Tesseract's own clock is only asked for deadlines. Replaced by the processor time of this process, so that a page is
 * cut short for its difficulty and never for what else the machine does: the same page then reads alike every time.
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
      // The names are shortened by the build's minifier; clock_time_get is the one that asks for performance.now.
      Object.fromEntries(
        Object.entries(functions).map(([name, value]) => [
          name,
          String(value).includes('performance.now') ? clock : value,
        ]),
      ),
    ]),
  );
}

/** Nanoseconds of processor time that this process has used. */
export function processorTime(): bigint {
  const { user, system } = process.cpuUsage();
  return BigInt(user + system) * 1000n;
}

/** Tesseract's messages ("Estimating resolution as …") are of no use to anybody. */
function ignore(): void {
  return;
}
