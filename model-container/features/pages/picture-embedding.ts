/**
 * Embedding of a page's picture: a linear projection, learnt by linear discriminant analysis (Fisher, 1936; Rao, 1948),
 * in which pages of one document are near to each other and pages of different documents are not.
 * bench/split-model/picture-embedding trains it. It says more about pages without words than their pixels do.
 */
import weights from './picture-embedding.json' with { type: 'json' };
import { PICTURE_COLUMNS, PICTURE_ROWS, unitLength } from './page-picture.ts';

const CELLS = PICTURE_COLUMNS * PICTURE_ROWS;
/** Numbers of an embedding. */
const DIMENSIONS = weights.scales.length;
/** By cell: the 8-bit weights of the dimensions. */
const PROJECTION = new Int8Array(Buffer.from(weights.projection, 'base64'));
/** Darkness, 0 to 1, of the darkest cell below which a page has no picture. */
const LEAST_DARKNESS = 0.02;

/** Darkness of the cells, 0 to 1, what the embedding is a projection of. The square root makes light print count. */
export const darknessOf = (cells: Float32Array): Float32Array =>
  cells.map((grey) => Math.sqrt(Math.max(0, 255 - grey) / 255));

/**
 * @param cells  as `pictureCells` returns them
 * @returns a vector of unit length; an empty one for a page that is white
 */
export function embedPicture(cells: Float32Array): Float32Array {
  const darkness = darknessOf(cells);
  if (!darkness.some((value) => value > Math.sqrt(LEAST_DARKNESS))) return new Float32Array(0);
  const sums = new Float64Array(DIMENSIONS);
  for (let cell = 0; cell < CELLS; cell += 1) {
    const value = darkness[cell] ?? 0;
    if (value === 0) continue;
    // Cast: every cell has DIMENSIONS weights, and there are thousands.
    for (let at = 0; at < DIMENSIONS; at += 1)
      sums[at] = (sums[at] ?? 0) + value * (PROJECTION[cell * DIMENSIONS + at] as number);
  }
  return unitLength(Float32Array.from(sums, (sum, at) => sum * (weights.scales[at] ?? 0) - (weights.means[at] ?? 0)));
}
