import fc from 'fast-check';
import { describe, it } from 'vitest';
import { quotaHistory, rateHistory } from './limit-histories.ts';

/** limit-histories.slow.test.ts runs 10,000. */
const RUNS = 250;

describe('Limits in histories with crashes, repetitions and any order of writes', () => {
  it('count pages, credits and usage as the model does', { timeout: 60_000 }, async () => {
    await fc.assert(quotaHistory, { numRuns: RUNS });
  });

  it('let through as many requests as the model does', { timeout: 60_000 }, async () => {
    await fc.assert(rateHistory, { numRuns: RUNS });
  });
});
