import { defineConfig } from 'vitest/config';
import { sharedOptions } from './vitest.config.ts';

/** Tests of the optional reader with its real files: they run apart, after `.ci/reader.sh` has installed them. */
export default defineConfig({
  test: { ...sharedOptions, include: ['test/**/*.reader.ts'], testTimeout: 120_000 },
});
