/** Scales and rotates a grey image in one step, by bicubic interpolation (resample-kernel.wasm). */
import { SmallKernel } from '../kernel-memory.ts';
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

type ResampleKernel = SmallKernel<KernelFunctions>;

/** Factor of coordinates; positions within a pixel that have weights; the sum of 16 weights. */
const ONE = 65_536;
const PHASES = 32;
const SUM = 4096;
const WHITE = 255;
/** Pixels that interpolation reaches to each side, and by which the image is extended. */
const REACH = 2;

/** The kernel, and the address of the weights in it. */
let loaded: { readonly kernel: ResampleKernel; readonly weights: number } | undefined;

/**
 * @param size size of the result in pixels; at most a little smaller than the image, because areas are not averaged
 * @param degrees clockwise rotation around the centre; the corners become white
 * @throws CompileError if this machine has no SIMD instructions
 */
export function resample(image: RasterImage, size: Size, degrees: number): RasterImage {
  loaded ??= loadKernel();
  const { kernel, weights } = loaded;
  const { top } = kernel;
  try {
    const from = placeExtended(kernel, image);
    const to = kernel.allocate(size.width * size.height);
    const { x, y, xRight, yRight, xDown, yDown } = pathOf(image, size, degrees);
    const [width, height] = [image.width + 2 * REACH, image.height + 2 * REACH];
    const { functions } = kernel;
    functions.resample(from, width, height, to, size.width, size.height, x, y, xRight, yRight, xDown, yDown, weights);
    return { ...size, channels: 1, data: new Uint8Array(kernel.buffer, to, size.width * size.height).slice() };
  } finally {
    kernel.release(top);
  }
}

/** Where in the extended image the first target pixel is seen, and how that changes from one to the next, times ONE. */
function pathOf(image: RasterImage, size: Size, degrees: number) {
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
  return {
    x: fixed(x + halfPhase),
    y: fixed(y + halfPhase),
    xRight: fixed(steps.xRight),
    yRight: fixed(steps.yRight),
    xDown: fixed(steps.xDown),
    yDown: fixed(steps.yDown),
  };
}

function loadKernel(): NonNullable<typeof loaded> {
  const kernel: ResampleKernel = new SmallKernel(new URL('resample-kernel.wasm', import.meta.url));
  return { kernel, weights: kernel.place(Int16Array.from(allWeights())) };
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

/** Copies an image to the kernel, with its edges repeated by REACH pixels to each side. @returns its address */
function placeExtended(kernel: ResampleKernel, { width, height, data }: RasterImage): number {
  const step = width + 2 * REACH;
  const bytes = step * (height + 2 * REACH);
  const address = kernel.allocate(bytes);
  const to = new Uint8Array(kernel.buffer, address, bytes);
  for (let row = -REACH; row < height + REACH; row += 1) {
    const from = Math.max(0, Math.min(height - 1, row)) * width;
    const at = (row + REACH) * step;
    to.set(data.subarray(from, from + width), at + REACH);
    to.fill(data[from] ?? WHITE, at, at + REACH);
    to.fill(data[from + width - 1] ?? WHITE, at + REACH + width, at + step);
  }
  return address;
}
