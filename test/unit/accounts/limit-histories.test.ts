import fc from 'fast-check';
import { describe, it } from 'vitest';
import { quotaHistory, rateHistory } from './limit-histories.ts';

describe.each([
  { runs: 100, timeout: 60_000, tags: [] },
  { runs: 10_000, timeout: 1_200_000, tags: ['slow'] },
])('Limits in $runs histories with crashes, repetitions and any order of writes', ({ runs, timeout, tags }) => {
  it('count pages, credits and usage as the model does', { timeout, tags }, async () => {
    await fc.assert(quotaHistory, { numRuns: runs });
  });

  it('let through as many requests as the model does', { timeout, tags }, async () => {
    await fc.assert(rateHistory, { numRuns: runs });
  });
});
