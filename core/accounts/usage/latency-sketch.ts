/**
 * Quantiles of latencies from counters that can be added up (DDSketch: Masson, Rim and Lee, VLDB 2019). Bucket i holds the
 * latencies above γ^(i − 1) and up to γ^i milliseconds; a quantile is at most 5 % away from that of the latencies.
 */

const RELATIVE_ERROR = 0.05;
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);

/** Counts of latencies by bucket. */
export type LatencyCounts = ReadonlyMap<number, number>;

/** Returns the bucket of a latency; all of up to one millisecond are in bucket 0. @param milliseconds  0 or more */
export const latencyBucket = (milliseconds: number): number =>
  Math.max(0, Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(GAMMA)));

/** The value of a bucket whose distance to its ends, relative to them, is equal. */
const valueOf = (bucket: number): number => (2 * GAMMA ** bucket) / (GAMMA + 1);

/**
 * Returns the quantile by nearest rank in milliseconds, or undefined where there are no latencies: the smallest latency
 * that this share of the latencies does not exceed.
 * @param quantile  0 to 1
 */
export const latencyQuantile = (counts: LatencyCounts, quantile: number): number | undefined => {
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(0, Math.ceil(quantile * total) - 1);
  let before = 0;
  for (const [bucket, count] of buckets) {
    before += count;
    if (before > rank) return Math.round(valueOf(bucket));
  }
  return undefined;
};
