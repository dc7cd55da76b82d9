/** The median: the mean of the two middle values where their number is even. 0 where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (upper + lower) / 2;
}

/** Rounds to `digits` decimal places. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Bytes as megabytes (2^20), rounded. */
export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
