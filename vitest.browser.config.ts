import { defineConfig } from 'vitest/config';

/** Tests in Debian's Chromium against the real local service: they need the built web interface, and run apart. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/temporary-folder.ts'],
    pool: 'forks',
    // Each file has a service and a browser of its own.
    maxWorkers: 1,
    testTimeout: 180_000,
    // Vitest's own second is too short for a page that loads while the machine checks much else.
    expect: { poll: { timeout: 90_000, interval: 100 } },
    hookTimeout: 120_000,
  },
});
