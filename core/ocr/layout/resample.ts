/** Scales and rotates a grey image in one step, by bicubic interpolation (resample-kernel.wasm). */
import { readFile } from 'node:fs/promises';
import type { RasterImage } from '../raster-image.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The kernel's functions; assembly/resample-kernel.ts documents the parameters. */
interface KernelFunctions {
  /** Returns the first address that the caller may use. */
  freeMemory(): number;
  resample(
    from: number,
    width: number,
    height: number,
    to: number,
    toWidth: number,
    toHeight: number,
    x: number,
    y: number,
    xRight: number,
    yRight: number,
    xDown: number,
    yDown: number,
    weights: number,
  ): void;
}

interface Kernel {
  readonly functions: KernelFunctions;
  readonly memory: WebAssembly.Memory;
  /** Address of the weights; images follow them. */
  readonly weights: number;
}

/** Bytes of a WebAssembly memory page. */
const MEMORY_PAGE_BYTES = 65_536;
/** Factor of coordinates; positions within a pixel that have weights; the sum of 16 weights. */
const ONE = 65_536;
const PHASES = 32;
const SUM = 4096;
const WHITE = 255;
/** Pixels that interpolation reaches to each side, and by which the image is extended. */
const REACH = 2;

let loading: Promise<Kernel> | undefined;

/**
 * @param size size of the result in pixels; at most a little smaller than the image, because areas are not averaged
 * @param degrees clockwise rotation around the centre; the corners become white
 * @throws CompileError if this machine has no SIMD instructions
 */
export async function resample(image: RasterImage, size: Size, degrees: number): Promise<RasterImage> {
  loading ??= loadKernel();
  const { functions, memory, weights } = await loading;
  const { width, height } = { width: image.width + 2 * REACH, height: image.height + 2 * REACH };
  const from = weights + PHASES * PHASES * 16 * Int16Array.BYTES_PER_ELEMENT;
  const to = from + width * height;
  const missing = to + size.width * size.height - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / MEMORY_PAGE_BYTES));
  placeExtended(new Uint8Array(memory.buffer, from, width * height), image);
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [xScale, yScale] = [image.width / size.width, image.height / size.height];
  const steps = { xRight: cosine * xScale, yRight: -sine * xScale, xDown: sine * yScale, yDown: cosine * yScale };
  // The centre of the first target pixel relative to the centre of the image.
  const [right, down] = [(1 - size.width) / 2, (1 - size.height) / 2];
  const x = (image.width - 1) / 2 + right * steps.xRight + down * steps.xDown + REACH - 1;
  const y = (image.height - 1) / 2 + right * steps.yRight + down * steps.yDown + REACH - 1;
  const fixed = (value: number) => Math.round(value * ONE);
  // The kernel takes the phase below a position; half a phase more makes that the nearest.
  const halfPhase = 1 / (2 * PHASES);
  functions.resample(
    from,
    width,
    height,
    to,
    size.width,
    size.height,
    fixed(x + halfPhase),
    fixed(y + halfPhase),
    fixed(steps.xRight),
    fixed(steps.yRight),
    fixed(steps.xDown),
    fixed(steps.yDown),
    weights,
  );
  return { ...size, channels: 1, data: new Uint8Array(memory.buffer, to, size.width * size.height).slice() };
}

async function loadKernel(): Promise<Kernel> {
  const module = await WebAssembly.compile(await readFile(new URL('resample-kernel.wasm', import.meta.url)));
  const memory = new WebAssembly.Memory({ initial: 2 });
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  // A test compares the file with the compiled source, whose exports have these types.
  const functions = instance.exports as unknown as KernelFunctions;
  const weights = Math.ceil(functions.freeMemory() / 16) * 16;
  new Int16Array(memory.buffer, weights, PHASES * PHASES * 16).set(allWeights());
  return { functions, memory, weights };
}

/** For each phase of y and of x, the weights of 4 × 4 pixels. */
function allWeights(): number[] {
  const phases = Array.from({ length: PHASES }, (_, phase) => cubicWeights(phase / PHASES));
  return phases.flatMap((rows) => phases.flatMap((columns) => productsWithSum(rows, columns)));
}

/** The weights of four pixels at a position (0 to 1) between the middle two (Catmull-Rom). */
const cubicWeights = (t: number): number[] => [
  (-t + 2 * t ** 2 - t ** 3) / 2,
  (2 - 5 * t ** 2 + 3 * t ** 3) / 2,
  (t + 4 * t ** 2 - 3 * t ** 3) / 2,
  (-(t ** 2) + t ** 3) / 2,
];

/** The products as integers whose sum is exactly SUM, so that paper keeps its grey: the largest takes the remainder. */
function productsWithSum(rows: readonly number[], columns: readonly number[]): number[] {
  const products = rows.flatMap((row) => columns.map((column) => Math.round(row * column * SUM)));
  const largest = products.indexOf(Math.max(...products));
  const sum = products.reduce((all, product) => all + product, 0);
  return products.map((product, at) => (at === largest ? product + SUM - sum : product));
}

/** Writes an image with its edges repeated by REACH pixels to each side. */
function placeExtended(to: Uint8Array, { width, height, data }: RasterImage): void {
  const step = width + 2 * REACH;
  for (let row = -REACH; row < height + REACH; row += 1) {
    const from = Math.max(0, Math.min(height - 1, row)) * width;
    const at = (row + REACH) * step;
    to.set(data.subarray(from, from + width), at + REACH);
    to.fill(data[from] ?? WHITE, at, at + REACH);
    to.fill(data[from + width - 1] ?? WHITE, at + REACH + width, at + step);
  }
}
