/**
 * Takes specks off a page before its layout is analysed: the dots of screened pictures, dirt, and what a hostile file draws. Tesseract
 * compares every speck with its neighbours: 20,000 of them take it ten seconds. Lines are still read from the page as it is.
 */
import type { RasterImage } from '../raster-image.ts';

/** Square inches of ink that a speck has at most: a full stop of 6 points is about as large. */
const LARGEST = 12 / 150 ** 2;
/** Specks from which a page is cleaned; a page full of small print has 500 dots. */
const MANY = 2000;

/**
 * @param image grey, dark on light or light on dark
 * @returns the image itself where specks are few, or fewer than half of what larger pieces of ink there are
 */
export function removeSpecks(image: RasterImage, dpi: number): RasterImage {
  const { ink, inkPixels, paper } = separateInk(image);
  const most = Math.max(2, Math.round(LARGEST * dpi * dpi));
  const { specks, count, larger } = findSpecks(ink, inkPixels, image.width, most);
  if (count < MANY || count < larger / 2) return image;
  const data = image.data.slice();
  for (const at of specks) data[at] = paper;
  return { ...image, data };
}

/** 1 where there is ink, by the grey that parts the page's pixels best into two (Otsu), and the paper's grey. */
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
    paper: commonest(histogram, darkInk ? threshold + 1 : 0, darkInk ? 256 : threshold + 1),
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

function commonest(histogram: Uint32Array, from: number, to: number): number {
  let best = from;
  for (let grey = from; grey < to; grey += 1) if ((histogram[grey] ?? 0) > (histogram[best] ?? 0)) best = grey;
  return best;
}

interface Specks {
  /** Their pixels. */
  readonly specks: Int32Array;
  readonly count: number;
  /** Number of larger pieces of ink. */
  readonly larger: number;
}

/** Pieces of ink that hang together, by corners too, of at most so many pixels. Uses up `ink`. A piece may go on at the other edge of the page: that joins two, and harms nothing. */
function findSpecks(ink: Uint8Array, inkPixels: number, width: number, most: number): Specks {
  const neighbours = Int32Array.of(-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1);
  // Specks one after the other; behind them the piece that is being followed.
  const pixels = new Int32Array(inkPixels);
  let [kept, count, larger] = [0, 0, 0];
  for (let start = ink.indexOf(1); start >= 0; start = ink.indexOf(1, start + 1)) {
    const end = followPiece(ink, start, neighbours, pixels, kept);
    if (end - kept > most) {
      larger += 1;
      continue;
    }
    count += 1;
    kept = end;
  }
  return { specks: pixels.subarray(0, kept), count, larger };
}

/** Writes a piece's pixels into `pixels`, from `from` on. @returns where it ends */
function followPiece(ink: Uint8Array, start: number, neighbours: Int32Array, pixels: Int32Array, from: number): number {
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
