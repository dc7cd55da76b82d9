/** How sure a figure is: it is computed again on samples drawn with replacement. */
import { seededRandom } from './random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The middle 95 % of `figure` over `rounds` samples of as many items. */
export function bootstrapInterval<T>(items: readonly T[], figure: (sample: readonly T[]) => number, seed: number, rounds = 200): Interval {
  if (items.length === 0) return { low: Number.NaN, high: Number.NaN };
  const random = seededRandom(seed);
  const figures = Array.from({ length: rounds }, () => figure(items.map(() => random.pick(items)))).sort((a, b) => a - b);
  const at = (share: number) => figures[Math.min(rounds - 1, Math.floor(share * rounds))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
