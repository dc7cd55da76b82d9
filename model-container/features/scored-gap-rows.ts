/** Rows of features that are computed from the scored gaps of a stream alone: masked gaps and blank pages are left out. */
import { scoredGaps } from './gap-features.ts';

/** Returns the features of the scored gap `at` of the stream, whose place among all gaps is `gap`; undefined: unknown. */
type FeaturesOfGap = (at: number, gap: number) => readonly number[] | undefined;

/**
 * One row of `width` numbers a gap; NaN throughout for masked gaps, and for those whose features are unknown.
 * @param rows  of one stream in page order, as `gapFeatures` returns them
 * @param logOdds  of a split by the previous stage, one a row
 * @param prepare  receives the rows and log-odds of the scored gaps
 */
export function rowsAtScoredGaps(
  rows: readonly Float32Array[],
  logOdds: readonly number[],
  width: number,
  prepare: (rows: readonly Float32Array[], logOdds: readonly number[]) => FeaturesOfGap,
): Float32Array[] {
  const scored = scoredGaps(rows);
  const featuresOf = prepare(
    scored.flatMap((gap) => rows[gap] ?? []),
    scored.map((gap) => logOdds[gap] ?? Number.NaN),
  );
  const unknown = new Float32Array(width).fill(Number.NaN);
  const computed = rows.map(() => unknown);
  for (const [at, gap] of scored.entries()) {
    const features = featuresOf(at, gap);
    if (features !== undefined) computed[gap] = Float32Array.from(features);
  }
  return computed;
}
