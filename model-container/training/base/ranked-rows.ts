/** Rows that ranks are taken from: this many are plenty, at a part of the sorting. */
const MAX_RANKED_ROWS = 50_000;

/** Some of the rows, evenly spread; all of them where they are few. */
export function rankedRows(rows: readonly Float32Array[]): readonly Float32Array[] {
  const step = Math.ceil(rows.length / MAX_RANKED_ROWS);
  return rows.filter((_, at) => at % step === 0);
}
