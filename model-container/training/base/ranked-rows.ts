/** Ranks (quantiles, histogram bins) are computed from a sample of this many rows, which saves sorting time. */
const MAX_RANKED_ROWS = 50_000;

/** An evenly spaced sample of at most MAX_RANKED_ROWS rows; all rows where there are fewer. */
export function rankedRows(rows: readonly Float32Array[]): readonly Float32Array[] {
  const step = Math.ceil(rows.length / MAX_RANKED_ROWS);
  return rows.filter((_, at) => at % step === 0);
}
