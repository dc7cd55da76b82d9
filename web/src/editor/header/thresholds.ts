/** The thresholds that the slider offers: closer together where the model's confidences lie. */

export const DEFAULT_THRESHOLD = 0.9;

export const THRESHOLDS: readonly number[] = [
  0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.999,
];

/** Index of the threshold that is nearest. */
export const nearestThreshold = (threshold: number): number =>
  THRESHOLDS.reduce(
    (best, one, index) => (Math.abs(one - threshold) < Math.abs((THRESHOLDS[best] ?? 0) - threshold) ? index : best),
    0,
  );

/** A threshold of an address; the default where it is an impossible one. */
export const thresholdOf = (value: unknown): number => {
  const threshold = typeof value === 'string' ? Number(value) : value;
  return typeof threshold === 'number' && threshold >= 0 && threshold <= 1 ? threshold : DEFAULT_THRESHOLD;
};
