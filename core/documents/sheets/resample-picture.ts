/** Resamples a picture by any smooth mapping. */
import { histogramOf } from '../../ocr/grey-tones.ts';
import type { RasterImage } from '../../ocr/raster-image.ts';
import type { Point } from './quadrilateral.ts';

/** Part of the pixels that are no lighter than the paper. */
const BRIGHT = 0.95;
/** Pixels between the places at which the mapping is calculated; between them it is nearly linear. */
const CELL = 8;

/**
 * Returns the picture as another one of the same size shows it, bilinearly interpolated. Where it has nothing, the other has
 * the tone of the paper: white would be one more tone for all thresholds.
 * @param seenAt  where in the picture a place of the new one is
 */
export function resamplePicture(picture: RasterImage, seenAt: (x: number, y: number) => Point): RasterImage {
  const { width, height, channels, data } = picture;
  const resampled = new Uint8Array(data.length).fill(paperOf(data));
  const row = width * channels;
  const columns = Math.ceil(width / CELL) + 1;
  let above = gridRow(seenAt, 0, columns);
  for (let top = 0; top < height; top += CELL) {
    const below = gridRow(seenAt, top + CELL, columns);
    for (let y = top; y < Math.min(height, top + CELL); y += 1) {
      const down = (y - top) / CELL;
      for (let cell = 0, x = 0, to = y * row; cell + 1 < columns; cell += 1) {
        const at = 2 * cell;
        let fromX = between(above, below, at, down);
        let fromY = between(above, below, at + 1, down);
        const stepX = (between(above, below, at + 2, down) - fromX) / CELL;
        const stepY = (between(above, below, at + 3, down) - fromY) / CELL;
        const end = Math.min(width, x + CELL);
        for (; x < end; x += 1, to += channels, fromX += stepX, fromY += stepY) {
          const left = Math.floor(fromX);
          const upper = Math.floor(fromY);
          if (left < 0 || upper < 0 || left >= width - 1 || upper >= height - 1) continue;
          const right = fromX - left;
          const lower = fromY - upper;
          for (let channel = 0, from = upper * row + left * channels; channel < channels; channel += 1, from += 1) {
            const one = (data[from] ?? 0) * (1 - right) + (data[from + channels] ?? 0) * right;
            const other = (data[from + row] ?? 0) * (1 - right) + (data[from + row + channels] ?? 0) * right;
            resampled[to + channel] = one * (1 - lower) + other * lower + 0.5;
          }
        }
      }
    }
    above = below;
  }
  return { width, height, channels, data: resampled };
}

/** The tone of the brightest paper. */
function paperOf(data: Uint8Array): number {
  const counts = histogramOf(data);
  let below = 0;
  return counts.findIndex((count) => (below += count) >= BRIGHT * data.length);
}

/** The mapping along a row of the grid: x and y by turns. */
function gridRow(seenAt: (x: number, y: number) => Point, y: number, columns: number): Float64Array {
  const places = new Float64Array(2 * columns);
  for (let column = 0; column < columns; column += 1) {
    const seen = seenAt(column * CELL, y);
    places[2 * column] = seen.x;
    places[2 * column + 1] = seen.y;
  }
  return places;
}

const between = (above: Float64Array, below: Float64Array, at: number, down: number): number =>
  (above[at] ?? 0) + ((below[at] ?? 0) - (above[at] ?? 0)) * down;
