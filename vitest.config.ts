import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the programs that tests start share compiled modules.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node-compile-cache');

/** Options of all test files that run in Node. */
export const sharedOptions = {
  globalSetup: ['test/temporary-folder.ts'],
  setupFiles: ['test/npm-language-data.ts'],
  pool: 'forks' as const,
  // Test files share the modules of their worker: loading them for each file would take half of the time. A test
  // must undo its changes to the process (stubs, spies, working directory).
  isolate: false,
  // Tests import modules as the service does, by Node. Vitest's own runner transforms each of them, and looks up every
  // import where it is used. Nothing is replaced by `vi.mock`, for which Node would need Vitest's loader.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // One more than the cores, because some tests wait for a time limit. Vitest's default leaves a core unused.
  maxWorkers: availableParallelism() + 1,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // Vitest's own second is too short where a process is awaited on a busy machine.
  expect: { poll: { timeout: 20_000 } },
};

/** `npm test` runs the tests without the tag, `npm run test:slow` those with it, and vitest without a filter both. */
export default defineConfig({
  test: {
    ...sharedOptions,
    include: ['test/**/*.test.ts'],
    tags: [{ name: 'slow', description: 'Left out of npm test: see CONTRIBUTING.md.', timeout: 300_000 }],
  },
});
