/** The ink of a text line as a picture of one size of letters, which the text-kind network sees. */
import { histogramOf, otsuThreshold } from '../../grey-tones.ts';
import { clipToImage } from '../../layout/find-ink-box.ts';
import { unite } from '../../layout/page-layout.ts';
import { crop, type Box } from '../../lstm/line-image.ts';
import type { RasterImage } from '../../raster-image.ts';
import type { InkShape } from '../ink-shapes.ts';

/** Height of the picture, and the text height in it: letters with ascenders and descenders fit. */
export const PICTURE_HEIGHT = 40;
const TEXT_HEIGHT = 16;
/** Width of the picture at most; what is further to the right is left out. */
const MAX_WIDTH = 2400;
/** Parts of the text height that a letter has: dots are lower, and joined lines higher. */
const LEAST_LETTER = 0.35;
const MOST_LETTER = 3;
/** Slope of a line at most, and the standard deviation of its letters' places from which it has one, in text heights. */
const MAX_SLOPE = 0.12;
const MIN_SPREAD = 1.6;
/** Part of the difference between paper and ink that is still paper, and from which a pixel is all ink. */
const PAPER_BELOW = 0.15;
const INK_FROM = 0.85;

/** Ink from 0 (paper) to 255, row by row; the middle of the letters is at half of the height. */
export interface InkPicture {
  readonly width: number;
  readonly data: Uint8Array;
  /** Column of the page at the left edge, and pixels of the page for one of the picture. */
  readonly left: number;
  readonly scale: number;
}

/**
 * @param image the page in grey
 * @param boxes the words of the line, one at least
 * @param shapes the ink of the line
 * @param height its text height in pixels
 * @returns null where the line has no letters
 */
export function inkPictureOf(
  image: RasterImage,
  boxes: readonly Box[],
  shapes: readonly InkShape[],
  height: number,
): InkPicture | null {
  const middle = middleOf(shapes, height);
  if (middle === null) return null;
  const box = clipToImage(image, unite(boxes));
  const scale = height / TEXT_HEIGHT;
  const width = Math.min(MAX_WIDTH, Math.max(1, Math.round((box.right - box.left) / scale)));
  const inkOf = inkByGrey(image, box);
  const columns = averageRows(image, box.left, Math.ceil(width * scale) + 1, scale, inkOf, middle);
  return { width, data: averageColumns(columns, width, scale), left: box.left, scale };
}

/** The vertical middle of the letters at a column of the page, by the straight line that fits best; wide ones count more. */
function middleOf(shapes: readonly InkShape[], height: number): ((x: number) => number) | null {
  const letters = shapes.filter(({ top, bottom }) => {
    const part = (bottom - top) / height;
    return part >= LEAST_LETTER && part < MOST_LETTER;
  });
  const points = letters.map(({ left, right, top, bottom }) => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    weight: right - left,
  }));
  const all = points.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return null;
  const mean = (value: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + point.weight * value(point), 0) / all;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  if (spread < (MIN_SPREAD * height) ** 2) return () => y;
  const slope = mean((point) => (point.x - x) * (point.y - y)) / spread;
  const limited = Math.max(-MAX_SLOPE, Math.min(MAX_SLOPE, slope));
  return (at) => y + limited * (at - x);
}

/** The ink of each grey level, 0 to 1, between the mean greys of the paper and of the ink in the box. */
function inkByGrey(image: RasterImage, box: Box): Float32Array {
  const { data } = crop(image, box);
  const [histogram, total] = [histogramOf(data), data.length];
  const threshold = otsuThreshold(histogram, total);
  const mean = (from: number, to: number): { count: number; grey: number } => {
    const counts = histogram.subarray(from, to);
    const count = counts.reduce((sum, some) => sum + some, 0);
    const grey = counts.reduce((sum, some, at) => sum + some * (from + at), 0);
    return { count, grey: grey / Math.max(1, count) };
  };
  const [dark, light] = [mean(0, threshold + 1), mean(threshold + 1, 256)];
  const [ink, paper] = dark.count * 2 <= total ? [dark.grey, light.grey] : [light.grey, dark.grey];
  return Float32Array.from({ length: 256 }, (_, grey) => {
    const part = (paper - grey) / (paper - ink || 1);
    return Math.max(0, Math.min(1, (part - PAPER_BELOW) / (INK_FROM - PAPER_BELOW)));
  });
}

/** For each column of the page the means of the ink in the rows of the picture; columns one after the other. */
function averageRows(
  { data, width, height }: RasterImage,
  left: number,
  columns: number,
  scale: number,
  inkOf: Float32Array,
  middle: (x: number) => number,
): Float32Array {
  const means = new Float32Array(columns * PICTURE_HEIGHT);
  for (let column = 0; column < columns; column += 1) {
    const x = left + column;
    if (x >= width) break;
    const top = middle(x + 0.5) - (PICTURE_HEIGHT / 2) * scale;
    for (let row = 0; row < PICTURE_HEIGHT; row += 1) {
      const [from, to] = [Math.max(0, top + row * scale), Math.min(height, top + (row + 1) * scale)];
      let sum = 0;
      for (let y = Math.floor(from); y < to; y += 1)
        // Casts: y and x are inside the image, and every grey has its ink.
        sum += (inkOf[data[y * width + x] as number] as number) * (Math.min(y + 1, to) - Math.max(y, from));
      means[column * PICTURE_HEIGHT + row] = sum / scale;
    }
  }
  return means;
}

/** The picture, of means of rows for each column of the page. */
function averageColumns(means: Float32Array, width: number, scale: number): Uint8Array {
  const data = new Uint8Array(PICTURE_HEIGHT * width);
  const sums = new Float32Array(PICTURE_HEIGHT);
  for (let column = 0; column < width; column += 1) {
    const [from, to] = [column * scale, (column + 1) * scale];
    sums.fill(0);
    for (let x = Math.floor(from); x < to; x += 1) {
      const part = Math.min(x + 1, to) - Math.max(x, from);
      for (let row = 0; row < PICTURE_HEIGHT; row += 1)
        // Casts: the columns of the page reach to the right edge of the picture.
        sums[row] = (sums[row] as number) + part * (means[x * PICTURE_HEIGHT + row] as number);
    }
    for (let row = 0; row < PICTURE_HEIGHT; row += 1)
      data[row * width + column] = Math.round((255 * (sums[row] as number)) / scale);
  }
  return data;
}
