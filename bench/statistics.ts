/** The middle value of some figures; the mean of the middle two where their count is even. 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (upper + lower) / 2;
}

/** Rounded to so many digits after the point. */
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Bytes as whole megabytes (2^20). */
export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
