import fc from 'fast-check';
import { describe, it } from 'vitest';
import { usageHistory } from './usage-histories.ts';

/** usage-histories.slow.test.ts runs 10,000. */
const RUNS = 100;

describe('Usage in histories with crashes, repetitions and any order of writes', () => {
  it('is that of the model, in any interval and time zone', { timeout: 60_000 }, async () => {
    await fc.assert(usageHistory, { numRuns: RUNS });
  });
});
