import { defineConfig } from 'vitest/config';
import { sharedOptions } from './vitest.config.ts';

/** What is slow by nature: `npm run test:slow`, a part of `npm run check`, not of `npm test`. */
export default defineConfig({
  test: { ...sharedOptions, include: ['test/**/*.slow.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
