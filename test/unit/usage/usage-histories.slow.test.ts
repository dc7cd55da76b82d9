import fc from 'fast-check';
import { describe, it } from 'vitest';
import { usageHistory } from './usage-histories.ts';

const RUNS = 10_000;

describe(`Usage in ${RUNS} histories with crashes, repetitions and any order of writes`, () => {
  it('is that of the model, in any interval and time zone', { timeout: 1_200_000 }, async () => {
    await fc.assert(usageHistory, { numRuns: RUNS });
  });
});
