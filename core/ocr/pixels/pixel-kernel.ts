/**
 * The loops over the pixels of grey images that take most time, in WebAssembly (pixel-kernel.wasm, compiled from
 * assembly/pixel-kernel.ts).
 */
import { SmallKernel } from '../kernel-memory.ts';
import type { RasterImage } from '../raster-image.ts';

/** The kernel's functions; assembly/pixel-kernel.ts documents the parameters. */
interface KernelFunctions {
  /** Returns the first address that the caller may use. */
  freeMemory(): number;
  averageCells(
    from: number,
    width: number,
    rows: number,
    columns: number,
    cells: number,
    sums: number,
    to: number,
  ): void;
  halve(from: number, width: number, toWidth: number, toHeight: number, to: number): void;
  interpolate(
    from: number,
    width: number,
    height: number,
    columns: number,
    toWidth: number,
    toHeight: number,
    yStep: number,
    scratch: number,
    to: number,
  ): void;
  sharpen(
    from: number,
    width: number,
    height: number,
    reach: number,
    norm: number,
    fraction: number,
    sums: number,
    to: number,
  ): void;
  averageAreas(
    from: number,
    width: number,
    height: number,
    columns: number,
    toWidth: number,
    rows: number,
    toHeight: number,
    sums: number,
    to: number,
  ): void;
  differences(one: number, other: number, count: number, to: number): void;
  atLeast(from: number, width: number, rows: number, limits: number, to: number): void;
  findPaper(from: number, width: number, height: number, pairs: number, to: number): void;
  clearLongRuns(mask: number, width: number, height: number, most: number, runs: number, to: number): void;
}

/** A grey image; size in pixels. */
type GreyImage = Pick<RasterImage, 'width' | 'height' | 'data'>;
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Bytes beyond the end of an image that the kernel may load, and beyond that of a result that it may store. */
const MARGIN = 16;
/** Bytes of an image that are copied to the kernel at once, if a row of the result does not need more. */
const BAND_BYTES = 2 ** 20;

type PixelKernel = SmallKernel<KernelFunctions>;

let loaded: PixelKernel | undefined;

/** Runs work with the kernel, and frees the memory that it allocates there. */
function withKernel<T>(work: (kernel: PixelKernel) => T): T {
  loaded ??= new SmallKernel<KernelFunctions>(new URL('pixel-kernel.wasm', import.meta.url));
  const { top } = loaded;
  try {
    return work(loaded);
  } finally {
    loaded.release(top);
  }
}

/** Copies an image, or its rows from `top` to `bottom`, to the kernel, and returns their address. */
function placeRows(kernel: PixelKernel, { data, width, height }: GreyImage, top = 0, bottom = height): number {
  const address = kernel.allocate((bottom - top) * width + MARGIN);
  new Uint8Array(kernel.buffer).set(data.subarray(top * width, bottom * width), address);
  return address;
}

/** Allocates a result of this many bytes, lets work write it to its address, and returns a copy. */
function written(kernel: PixelKernel, bytes: number, work: (to: number) => void): Uint8Array {
  const to = kernel.allocate(bytes + MARGIN);
  work(to);
  return new Uint8Array(kernel.buffer, to, bytes).slice();
}

/**
 * The mean of the pixels in each of `size.width` by `size.height` cells, rounded.
 * @param size at most that of the image, at least 1 by 1
 */
export function averageCells(image: GreyImage, size: Size): Uint8Array {
  const starts = (cells: number, pixels: number) =>
    Int32Array.from({ length: cells + 1 }, (_, cell) => Math.floor((cell * pixels) / cells));
  const rowStarts = starts(size.height, image.height);
  const means = new Uint8Array(size.width * size.height);
  return withKernel((kernel) => {
    const columns = kernel.place(starts(size.width, image.width));
    const sums = kernel.allocate(4 * image.width);
    const to = kernel.allocate(size.width);
    const { top } = kernel;
    for (let y = 0; y < size.height;) {
      const first = rowStarts[y] ?? 0;
      let end = y + 1;
      while (end < size.height && ((rowStarts[end + 1] ?? 0) - first) * image.width <= BAND_BYTES) end += 1;
      const band = placeRows(kernel, image, first, rowStarts[end] ?? 0);
      for (; y < end; y += 1) {
        const [from, until] = [rowStarts[y] ?? 0, rowStarts[y + 1] ?? 0];
        const address = band + (from - first) * image.width;
        kernel.functions.averageCells(address, image.width, until - from, columns, size.width, sums, to);
        means.set(new Uint8Array(kernel.buffer, to, size.width), y * size.width);
      }
      kernel.release(top);
    }
    return means;
  });
}

/** The mean of each 2 × 2 pixels, rounded down; the last column and row are left out where their number is odd. */
export function halve(image: GreyImage): Uint8Array {
  const width = Math.floor(image.width / 2);
  const height = Math.floor(image.height / 2);
  const means = new Uint8Array(width * height);
  const rows = Math.max(1, Math.floor(BAND_BYTES / Math.max(1, 2 * image.width)));
  return withKernel((kernel) => {
    const { top } = kernel;
    for (let y = 0; y < height; y += rows) {
      const count = Math.min(rows, height - y);
      const from = placeRows(kernel, image, 2 * y, 2 * (y + count));
      const band = written(kernel, count * width, (to) => {
        kernel.functions.halve(from, image.width, width, count, to);
      });
      means.set(band, y * width);
      kernel.release(top);
    }
    return means;
  });
}

/** Bilinear interpolation in sixteenths of a pixel, as leptonica computes it (scaleGrayLILow of scale1.c). */
export function interpolate(image: GreyImage, size: Size): Uint8Array {
  const xStep = Math.fround((16 * image.width) / size.width);
  const yStep = Math.fround((16 * image.height) / size.height);
  const columns = new Int32Array(size.width);
  for (let x = 0; x < columns.length; x += 1) columns[x] = Math.fround(xStep * x);
  return withKernel((kernel) => {
    const from = placeRows(kernel, image);
    const at = kernel.place(columns);
    const scratch = kernel.allocate(2 * (2 * size.width + MARGIN));
    return written(kernel, size.width * size.height, (to) => {
      const { width, height } = image;
      kernel.functions.interpolate(from, width, height, at, size.width, size.height, yStep, scratch, to);
    });
  });
}

/**
 * Unsharp masking: adds `fraction` of the difference between a pixel and the mean of its neighbourhood of `reach` pixels
 * to either side, at most 128. A margin of `reach` pixels is not changed.
 */
export function sharpen(image: GreyImage, reach: number, fraction: number): Uint8Array {
  const { width, height } = image;
  return withKernel((kernel) => {
    const from = placeRows(kernel, image);
    const sums = kernel.allocate(2 * width + MARGIN);
    return written(kernel, width * height, (to) => {
      kernel.functions.sharpen(from, width, height, reach, 1 / (2 * reach + 1) ** 2, fraction, sums, to);
    });
  });
}

/**
 * Area averaging as leptonica computes it (scaleGrayAreaMapLow of scale1.c): each target pixel is the mean of the source
 * pixels that it covers.
 */
export function averageAreas(image: GreyImage, size: Size): Uint8Array {
  const { width, height } = image;
  return withKernel((kernel) => {
    const from = placeRows(kernel, image);
    const columns = kernel.place(spans(width, size.width));
    const rows = kernel.place(spans(height, size.height));
    const sums = kernel.allocate(4 * size.width);
    return written(kernel, size.width * size.height, (to) => {
      kernel.functions.averageAreas(from, width, height, columns, size.width, rows, size.height, sums, to);
    });
  });
}

/**
 * The source pixels of each target pixel in one dimension: the first, the last, and the sixteenths of both that it
 * covers.
 */
function spans(from: number, to: number): Int32Array {
  const step = Math.fround((16 * from) / to);
  const table = new Int32Array(4 * to);
  for (let index = 0; index < to; index += 1) {
    const begin = Math.trunc(step * index);
    const end = Math.trunc(step * (index + 1));
    table.set([begin >> 4, end >> 4, 16 - (begin & 15), end & 15], 4 * index);
  }
  return table;
}

/** The differences between the pixels of two images of one size, without sign. */
export function differences(one: Uint8Array, other: Uint8Array): Uint8Array {
  return withKernel((kernel) => {
    const [a, b] = [kernel.place(one), kernel.place(other)];
    return written(kernel, one.length, (to) => {
      kernel.functions.differences(a, b, one.length, to);
    });
  });
}

/**
 * Returns 1 for each pixel that is at least the limit of its column, else 0.
 * @param bandRows rows of the bands that have limits of their own
 * @param limits of the columns, for each band
 */
export function atLeast(image: GreyImage, bandRows: number, limits: readonly Uint8Array[]): Uint8Array {
  const { width, height } = image;
  return withKernel((kernel) => {
    const from = placeRows(kernel, image);
    const ofBand = kernel.allocate(width + MARGIN);
    return written(kernel, width * height, (to) => {
      for (const [band, ofColumns] of limits.entries()) {
        const top = band * bandRows;
        new Uint8Array(kernel.buffer).set(ofColumns, ofBand);
        const rows = Math.min(bandRows, height - top);
        kernel.functions.atLeast(from + top * width, width, rows, ofBand, to + top * width);
      }
    });
  });
}

/**
 * Returns the grey of the paper for each pixel. Of the most frequent greys to the left and to the right, it is the one
 * that is more frequent close by: a band's paper begins where the band begins.
 * @param image a grey page with 75 pixels per inch
 */
export function findPaper(image: GreyImage): Uint8Array {
  const { width, height } = image;
  return withKernel((kernel) => {
    const from = placeRows(kernel, image);
    const pairs = kernel.allocate(16 * width + 992);
    return written(kernel, width * height, (to) => {
      kernel.functions.findPaper(from, width, height, pairs, to);
    });
  });
}

/**
 * Returns a mask of ones and zeros without the ones that stand in rows or columns of more than `most` ones, at most 254.
 */
export function withoutLongRuns(mask: GreyImage, most: number): Uint8Array {
  const { width, height } = mask;
  return withKernel((kernel) => {
    const from = placeRows(kernel, mask);
    const runs = kernel.allocate(width + MARGIN);
    return written(kernel, width * height, (to) => {
      new Uint8Array(kernel.buffer).set(mask.data, to);
      kernel.functions.clearLongRuns(from, width, height, most, runs, to);
    });
  });
}
