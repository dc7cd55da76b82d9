/** How distinct the lines of a page are in its projection profile, as it is and flat. */
import { variationOf } from '../layout/find-skew.ts';
import type { InkMask } from '../layout/ink-mask.ts';
import { bendAt, COLUMNS, newWeights } from './curl.ts';

/** Columns and rows of the table of bends: 12 by 16 pixels and fewer each. */
const TABLE_COLUMNS = 4 * (COLUMNS - 1);
const TABLE_ROWS = 64;

/**
 * Sum of the squared differences of adjacent rows of the profile, per ink pixel.
 * @param skew  degrees clockwise by which the lines descend in the mean
 * @param bends  in mask pixels; absent: the page as it is
 */
export function profileVariation({ width, height, ink }: InkMask, skew: number, bends?: Float64Array): number {
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const bend = bends === undefined ? () => 0 : bendTable(bends, width, height);
  const middle = width + height;
  const profile = new Int32Array(2 * middle + 1);
  let count = 0;
  for (let at = ink.indexOf(1); at >= 0; at = ink.indexOf(1, at + 1)) {
    const row = Math.floor(at / width);
    const right = at - row * width - width / 2;
    const down = row - height / 2;
    const x = right * cosine + down * sine;
    const y = down * cosine - right * sine;
    // The bend is known by places of the flat page.
    const flat = y - bend(x, y - bend(x, y));
    const place = Math.round(flat) + middle;
    profile[place] = (profile[place] ?? 0) + 1;
    count += 1;
  }
  return count === 0 ? 0 : variationOf(profile, count);
}

/** The bends at places from the middle of the page, from a table. */
function bendTable(bends: Float64Array, width: number, height: number): (x: number, y: number) => number {
  const scratch = newWeights();
  const table = Float64Array.from({ length: (TABLE_COLUMNS + 1) * (TABLE_ROWS + 1) }, (_, at) => {
    const [column, row] = [at % (TABLE_COLUMNS + 1), Math.floor(at / (TABLE_COLUMNS + 1))];
    return bendAt(bends, column / TABLE_COLUMNS - 0.5, row / TABLE_ROWS - 0.5, scratch);
  });
  const place = (part: number, most: number) => Math.min(most, Math.max(0, (part + 0.5) * most));
  return (x, y) => {
    const across = place(x / width, TABLE_COLUMNS);
    const row = Math.round(place(y / height, TABLE_ROWS));
    const column = Math.min(TABLE_COLUMNS - 1, Math.floor(across));
    const at = row * (TABLE_COLUMNS + 1) + column;
    const left = table[at] ?? 0;
    return left + (across - column) * ((table[at + 1] ?? 0) - left);
  };
}
