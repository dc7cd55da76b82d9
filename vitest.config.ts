import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defaultExclude, defineConfig } from 'vitest/config';

// Workers and the programs that tests start share compiled modules.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node-compile-cache');

/** Options of all test files. vitest.slow.config.ts selects other files. */
export const sharedOptions = {
  globalSetup: ['test/temporary-folder.ts'],
  setupFiles: ['test/npm-language-data.ts'],
  pool: 'forks' as const,
  // Test files share the modules of their worker: loading them for each file would take half of the time. A test
  // must undo its changes to the process (stubs, spies, working directory).
  isolate: false,
  // Tests import packages as the service does. Vitest's proxies of their exports take time at each access.
  deps: { interopDefault: false },
  // One more than the cores, because some tests wait for a time limit. Vitest's default leaves a core unused.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** Tests of `npm test`. */
export default defineConfig({
  test: { ...sharedOptions, include: ['test/**/*.test.ts'], exclude: [...defaultExclude, 'test/**/*.slow.test.ts'] },
});
