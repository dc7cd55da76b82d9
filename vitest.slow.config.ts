import { defineConfig } from 'vitest/config';
import { sharedOptions } from './vitest.config.ts';

/** Slow tests: `npm run test:slow`, which is part of `npm run check` but not of `npm test`. */
export default defineConfig({
  test: { ...sharedOptions, include: ['test/**/*.slow.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
