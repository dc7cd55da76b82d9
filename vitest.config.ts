import { availableParallelism } from 'node:os';
import { defaultExclude, defineConfig } from 'vitest/config';

/** What every test file runs with; vitest.slow.config.ts changes which files those are. */
export const sharedOptions = {
  globalSetup: ['test/temporary-folder.ts'],
  pool: 'forks' as const,
  // Half of the time would go into loading the same modules for each file: a test cleans up what it changes of its process.
  isolate: false,
  // One more than there are cores: some tests wait for a time limit. By default Vitest leaves a core unused.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** The tests of `npm test`. */
export default defineConfig({
  test: { ...sharedOptions, include: ['test/**/*.test.ts'], exclude: [...defaultExclude, 'test/**/*.slow.test.ts'] },
});
