/** Random numbers that are the same for the same seed on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer from 0 to n − 1. */
  below(n: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** How many draws it takes until an event of this probability, above 0 and below 1: at least 1. */
  geometric(probability: number): number;
  /** Standard normal. */
  normal(): number;
  /** Number of events of a Poisson process with this mean. */
  poisson(mean: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32 (public domain, Tommy Ettinger): 32 bits of state are plenty for drawing training streams. */
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
