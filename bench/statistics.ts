/** The median: the mean of the two middle values where their number is even. 0 where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (upper + lower) / 2;
}

/** The nearest-rank quantile. 0 where there are no values. @param share  0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Rounds to `digits` decimal places. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Bytes as megabytes (2^20), rounded. */
export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** The mean; 0 where there are no values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The 95 % bootstrap percentile interval of a mean, over `rounds` samples of whole groups drawn with replacement:
 * values of one group depend on each other. [0, 0] where there are none.
 */
export function intervalOfMean(
  groups: readonly (readonly number[])[],
  random: { below(n: number): number },
  rounds = 1000,
): readonly [low: number, high: number] {
  const sums = groups.map((group) => ({ sum: group.reduce((sum, value) => sum + value, 0), count: group.length }));
  return intervalOfRatio(sums, random, rounds);
}

/** The same of a ratio: all sums by all counts of a sample. */
export function intervalOfRatio(
  sums: readonly { readonly sum: number; readonly count: number }[],
  random: { below(n: number): number },
  rounds = 1000,
): readonly [low: number, high: number] {
  const means = Array.from({ length: rounds }, () => {
    let [sum, count] = [0, 0];
    for (let draw = 0; draw < sums.length; draw += 1) {
      const group = sums[random.below(sums.length)];
      sum += group?.sum ?? 0;
      count += group?.count ?? 0;
    }
    return count === 0 ? 0 : sum / count;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.min(rounds - 1, Math.floor(share * rounds))] ?? 0;
  return [at(0.025), at(0.975)];
}
