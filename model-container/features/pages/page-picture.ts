/** Layout and picture of a page, from the positions of its text and from its thumbnail. No measure is in pixels. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { PageLine } from './page-lines.ts';

const GRID_COLUMNS = 12;
const GRID_ROWS = 16;
export const PICTURE_COLUMNS = 24;
export const PICTURE_ROWS = 32;
export const BANDS = 4;
/** The paper is the grey that this part of the cells does not exceed; below LEAST_PAPER it is a coloured ground. */
const PAPER_QUANTILE = 0.9;
const LEAST_PAPER = 200;

/** Share of text in each cell of a grid over the page, standardised (mean 0, unit length); empty without text. */
export function layoutGrid(lines: readonly PageLine[]): Float32Array {
  const grid = new Float32Array(GRID_COLUMNS * GRID_ROWS);
  for (const line of lines) {
    const lastRow = Math.min(GRID_ROWS - 1, Math.floor(line.bottom * GRID_ROWS));
    const lastColumn = Math.min(GRID_COLUMNS - 1, Math.floor(line.right * GRID_COLUMNS));
    for (let row = Math.floor(line.top * GRID_ROWS); row <= lastRow; row += 1) {
      const down = overlap(line.top, line.bottom, row / GRID_ROWS, (row + 1) / GRID_ROWS) * GRID_ROWS;
      for (let column = Math.floor(line.left * GRID_COLUMNS); column <= lastColumn; column += 1) {
        const across =
          overlap(line.left, line.right, column / GRID_COLUMNS, (column + 1) / GRID_COLUMNS) * GRID_COLUMNS;
        const at = row * GRID_COLUMNS + column;
        grid[at] = (grid[at] ?? 0) + down * across;
      }
    }
  }
  return lines.length === 0 ? new Float32Array(0) : standardised(grid);
}

const overlap = (from: number, to: number, low: number, high: number): number =>
  Math.max(0, Math.min(to, high) - Math.max(from, low));

/** Histogram of the lines' left edges, which shows columns and indents. Unit length. */
export function lineStarts(lines: readonly PageLine[]): Float32Array {
  return histogram(
    lines.map((line) => ({ at: line.left, weight: 1 })),
    40,
  );
}

/** Histogram of the lines' text sizes on a logarithmic scale, which shows fonts. Unit length. */
export function textSizes(lines: readonly PageLine[]): Float32Array {
  return histogram(
    lines.map((line) => ({
      at: (Math.log2(Math.max(line.size, 1e-4)) + 8.5) / 5,
      weight: Math.sqrt(line.folded.length),
    })),
    25,
  );
}

function histogram(values: readonly { readonly at: number; readonly weight: number }[], bins: number): Float32Array {
  const counts = new Float32Array(bins + 1);
  for (const { at, weight } of values) {
    // Linear interpolation between two bins, so that small differences have small effects.
    const place = Math.min(1, Math.max(0, at)) * (bins - 1);
    const low = Math.floor(place);
    counts[low] = (counts[low] ?? 0) + weight * (1 - place + low);
    counts[low + 1] = (counts[low + 1] ?? 0) + weight * (place - low);
  }
  return values.length === 0 ? new Float32Array(0) : unitLength(counts);
}

/** Mean grey of the cells of a grid over the thumbnail, PICTURE_COLUMNS × PICTURE_ROWS, row by row; 255 is white. */
export function pictureCells(thumbnail: PageRecord['thumbnail']): Float32Array {
  const { width, height } = thumbnail;
  const grey = Buffer.from(thumbnail.grey, 'base64');
  const sums = new Float32Array(PICTURE_ROWS * PICTURE_COLUMNS);
  const counts = new Float32Array(PICTURE_ROWS * PICTURE_COLUMNS);
  const columns = Uint8Array.from({ length: width }, (_, x) => Math.floor((x * PICTURE_COLUMNS) / width));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * PICTURE_ROWS) / height) * PICTURE_COLUMNS;
    for (let x = 0; x < width; x += 1) {
      // Casts: every pixel has a cell, and there are thousands of pixels.
      const cell = row + (columns[x] as number);
      sums[cell] = (sums[cell] as number) + (grey[y * width + x] ?? 255);
      counts[cell] = (counts[cell] as number) + 1;
    }
  }
  return sums.map((sum, cell) => ((counts[cell] ?? 0) === 0 ? 255 : sum / (counts[cell] ?? 1)));
}

/**
 * The cells with paper that is white: a scanner's paper is grey, and would make all scans alike.
 * @param cells  as `pictureCells` returns them
 * @returns cells whose grey is in proportion to that of the paper, at most 255; the same ones where the paper is white already, or
 *   the ground is dark
 */
export function onWhitePaper(cells: Float32Array): Float32Array {
  const paper = cells.toSorted()[Math.floor(PAPER_QUANTILE * cells.length)] ?? 255;
  return paper >= 255 || paper < LEAST_PAPER ? cells : cells.map((grey) => Math.min(255, (255 * grey) / paper));
}

/**
 * The picture in four bands from top to bottom, each of 24 × 8 cells and standardised; a band of uniform grey is empty.
 * @param cells  as `pictureCells` returns them
 */
export function pictureBands(cells: Float32Array): Float32Array[] {
  const size = (PICTURE_ROWS / BANDS) * PICTURE_COLUMNS;
  return Array.from({ length: BANDS }, (_, band) => standardised(cells.slice(band * size, (band + 1) * size)));
}

/** Correlation of two standardised vectors, −1 to 1; NaN where one is empty. */
export function correlation(a: Float32Array, b: Float32Array): number {
  if (a.length === 0 || b.length === 0) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function standardised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return unitLength(values.map((value) => value - mean));
}

/** The vector of unit length; an empty one where there is nothing to scale. */
export function unitLength(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return length < 1e-4 ? new Float32Array(0) : values.map((value) => value / length);
}
