import { defineConfig } from 'vitest/config';

/** Tests over the real wire protocols, against moto: they need Python, and run apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/wire/**/*.wire.ts'],
    globalSetup: ['test/wire/moto/global-setup.ts'],
    // The SDK takes them for the function's own. moto takes any.
    env: { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'eu-central-1' },
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
