/** A pseudo-random number generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer from 0 to n − 1. */
  below(n: number): number;
  /** Bernoulli distribution: true with this probability. */
  chance(probability: number): boolean;
  /** Geometric distribution: number of trials until the first success, at least 1. @param probability  in (0, 1) */
  geometric(probability: number): number;
  /** Standard normal distribution. */
  normal(): number;
  /** Poisson distribution. */
  poisson(mean: number): number;
  /** A uniformly chosen item. @throws RangeError where there is none */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32 (public domain, Tommy Ettinger). Its 32 bits of state suffice for drawing training streams. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  return {
    next,
    below,
    pick,
    chance: (probability) => next() < probability,
    geometric: (probability) => 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - probability)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson: (mean) => {
      let events = 0;
      for (let product = next(); product > Math.exp(-mean); product *= next()) events += 1;
      return events;
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const held = shuffled[last] as (typeof shuffled)[number];
        shuffled[last] = shuffled[other] as (typeof shuffled)[number];
        shuffled[other] = held;
      }
      return shuffled;
    },
  };
}
