import fc from 'fast-check';
import { describe, it } from 'vitest';
import { usageHistory } from './usage-histories.ts';

describe.each([
  { runs: 100, timeout: 60_000, tags: [] },
  { runs: 10_000, timeout: 1_200_000, tags: ['slow'] },
])('Usage in $runs histories with crashes, repetitions and any order of writes', ({ runs, timeout, tags }) => {
  it('is that of the model, in any interval and time zone', { timeout, tags }, async () => {
    await fc.assert(usageHistory, { numRuns: runs });
  });
});
