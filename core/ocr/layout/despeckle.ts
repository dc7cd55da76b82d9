/**
 * Despeckles a page before layout analysis: removes the dots of halftone pictures, dirt, and noise drawn by a malicious
 * file. Tesseract compares every noise component with its neighbours: 20,000 of them take it ten seconds. Lines are
 * still recognised on the original image.
 */
import type { RasterImage } from '../raster-image.ts';

/** Maximum ink area of a speckle in square inches: about that of a full stop of 6 points (12 pixels at 150 dpi). */
const MAX_SPECKLE_AREA = 12 / 150 ** 2;
/** Number of speckles from which a page is despeckled; a page full of small print has 500 dots. */
const MIN_SPECKLES = 2000;

/**
 * @param image the page in grey, dark on light or light on dark
 * @param dpi pixels per inch of the image
 * @returns a copy without speckles; the image itself if it has fewer than 2,000 speckles, or fewer than half as many
 * speckles as larger components of ink
 */
export function despeckle(image: RasterImage, dpi: number): RasterImage {
  const { ink, inkPixels, paper } = separateInk(image);
  const maxArea = Math.max(2, Math.round(MAX_SPECKLE_AREA * dpi * dpi));
  const { specklePixels, count, larger } = findComponents(ink, inkPixels, image.width, maxArea);
  if (count < MIN_SPECKLES || count < larger / 2) return image;
  const data = image.data.slice();
  for (const at of specklePixels) data[at] = paper;
  return { ...image, data };
}

/** Binarises the page by Otsu's threshold (1 is ink) and determines the grey of the paper. */
function separateInk({ data }: RasterImage): { ink: Uint8Array; inkPixels: number; paper: number } {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 1) histogram[data[at] ?? 0] = (histogram[data[at] ?? 0] ?? 0) + 1;
  const threshold = findThreshold(histogram, data.length);
  const dark = histogram.subarray(0, threshold + 1).reduce((sum, count) => sum + count, 0);
  const darkInk = dark * 2 <= data.length;
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) ink[at] = (data[at] ?? 0) <= threshold === darkInk ? 1 : 0;
  return {
    ink,
    inkPixels: darkInk ? dark : data.length - dark,
    paper: mostFrequent(histogram, darkInk ? threshold + 1 : 0, darkInk ? 256 : threshold + 1),
  };
}

function findThreshold(histogram: Uint32Array, total: number): number {
  const sum = histogram.reduce((all, count, grey) => all + count * grey, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, 127];
  for (const [grey, count] of histogram.entries()) {
    below += count;
    sumBelow += count * grey;
    if (below === 0 || below === total) continue;
    const between = (sumBelow * total - sum * below) ** 2 / (below * (total - below));
    if (between > best) [best, threshold] = [between, grey];
  }
  return threshold;
}

function mostFrequent(histogram: Uint32Array, from: number, to: number): number {
  let best = from;
  for (let grey = from; grey < to; grey += 1) if ((histogram[grey] ?? 0) > (histogram[best] ?? 0)) best = grey;
  return best;
}

interface Components {
  /** Indices of the pixels of all speckles. */
  readonly specklePixels: Int32Array;
  /** Number of speckles. */
  readonly count: number;
  /** Number of larger components of ink. */
  readonly larger: number;
}

/**
 * Finds the connected components of ink (8-connectivity) of at most `maxArea` pixels. Clears `ink`.
 * Components that touch opposite page edges may be joined, because rows are contiguous; this does no harm.
 */
function findComponents(ink: Uint8Array, inkPixels: number, width: number, maxArea: number): Components {
  const neighbours = Int32Array.of(-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1);
  // The pixels of the speckles found so far, then those of the component that is being traced.
  const pixels = new Int32Array(inkPixels);
  let [kept, count, larger] = [0, 0, 0];
  for (let start = ink.indexOf(1); start >= 0; start = ink.indexOf(1, start + 1)) {
    const end = traceComponent(ink, start, neighbours, pixels, kept);
    if (end - kept > maxArea) {
      larger += 1;
      continue;
    }
    count += 1;
    kept = end;
  }
  return { specklePixels: pixels.subarray(0, kept), count, larger };
}

/** Writes the pixels of a component to `pixels`, starting at `from`. @returns the index after the last one */
function traceComponent(
  ink: Uint8Array,
  start: number,
  neighbours: Int32Array,
  pixels: Int32Array,
  from: number,
): number {
  let end = from + 1;
  pixels[from] = start;
  ink[start] = 0;
  for (let next = from; next < end; next += 1) {
    const here = pixels[next] ?? 0;
    for (let neighbour = 0; neighbour < neighbours.length; neighbour += 1) {
      const at = here + (neighbours[neighbour] ?? 0);
      if (ink[at] !== 1) continue;
      ink[at] = 0;
      pixels[end] = at;
      end += 1;
    }
  }
  return end;
}
