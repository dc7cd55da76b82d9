import fc from 'fast-check';
import { describe, it } from 'vitest';
import { quotaHistory, rateHistory } from './limit-histories.ts';

const RUNS = 10_000;

describe(`Limits in ${RUNS} histories with crashes, repetitions and any order of writes`, () => {
  it('count pages, credits and usage as the model does', { timeout: 600_000 }, async () => {
    await fc.assert(quotaHistory, { numRuns: RUNS });
  });

  it('let through as many requests as the model does', { timeout: 600_000 }, async () => {
    await fc.assert(rateHistory, { numRuns: RUNS });
  });
});
