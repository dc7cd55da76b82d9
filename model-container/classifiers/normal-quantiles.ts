/**
 * Quantile transform of the networks' inputs to a normal distribution (scikit-learn's QuantileTransformer): robust
 * against outliers and differences of scale.
 */

/** Values in ascending order and the normal quantile of each; values between two of them are interpolated. */
export interface QuantileTable {
  readonly values: readonly number[];
  readonly quantiles: readonly number[];
}

/** Intervals between the ranks at which the transform is tabulated. */
const KNOTS = 48;
/** Standard deviations at which quantiles are clipped. */
const LIMIT = 2.6;

/** One table a column; empty for a column that is missing (NaN) in all rows or constant. */
export function fitQuantiles(rows: readonly Float32Array[], columns: number): QuantileTable[] {
  const buffer = new Float32Array(rows.length);
  return Array.from({ length: columns }, (_, column) => fitColumn(rows, column, buffer));
}

/** @param buffer  one number a row, overwritten */
function fitColumn(rows: readonly Float32Array[], column: number, buffer: Float32Array): QuantileTable {
  let count = 0;
  for (const row of rows) {
    const value = row[column] ?? Number.NaN;
    if (!Number.isNaN(value)) buffer[count++] = value;
  }
  const known = buffer.subarray(0, count).sort();
  const first = known[0];
  if (first === undefined || first === known.at(-1)) return { values: [], quantiles: [] };
  const values = new Set(
    Array.from({ length: KNOTS + 1 }, (_, knot) => known[Math.round((knot / KNOTS) * (known.length - 1))] ?? 0),
  );
  const kept = [...values].sort((a, b) => a - b);
  // A value that many rows have gets the mean of their ranks.
  const quantiles = kept.map((value) =>
    inverseNormal((lowerBound(known, value) + upperBound(known, value)) / 2 / known.length),
  );
  return { values: kept, quantiles };
}

/**
 * Writes the transformed row to `to`, from index `at` on, one number a table; a missing value becomes 0, the median.
 */
export function mapToQuantiles(row: Float32Array, tables: readonly QuantileTable[], to: Float32Array, at = 0): void {
  for (let column = 0; column < tables.length; column += 1) {
    const table = tables[column];
    const value = row[column] ?? Number.NaN;
    to[at + column] =
      table === undefined || table.values.length === 0 || Number.isNaN(value) ? 0 : interpolate(value, table);
  }
}

function interpolate(value: number, { values, quantiles }: QuantileTable): number {
  let [low, high] = [0, values.length - 1];
  if (value <= (values[low] ?? 0)) return quantiles[low] ?? 0;
  if (value >= (values[high] ?? 0)) return quantiles[high] ?? 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const [from, to] = [values[low] ?? 0, values[high] ?? 0];
  const share = (value - from) / (to - from);
  return (quantiles[low] ?? 0) * (1 - share) + (quantiles[high] ?? 0) * share;
}

function lowerBound(sorted: Float32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function upperBound(sorted: Float32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inverse of the normal distribution function (Abramowitz & Stegun 26.2.23, error < 4.5e-4). */
function inverseNormal(probability: number): number {
  const p = Math.min(probability, 1 - probability);
  if (p <= 0) return probability < 0.5 ? -LIMIT : LIMIT;
  const t = Math.sqrt(-2 * Math.log(p));
  const z =
    t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
  return Math.min(LIMIT, Math.max(0, z)) * (probability < 0.5 ? -1 : 1);
}
