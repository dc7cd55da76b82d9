import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The services of all files share compiled modules. Each would compile them anew for its own data folder.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node-compile-cache');

/** Tests in Debian's Chromium against the real local service: they need the built web interface, and run apart. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/temporary-folder.ts'],
    pool: 'forks',
    // Each file has a service, a port, a data folder and a browser of its own, and waits for half of its time: three keep
    // two cores busy. More would need more memory.
    maxWorkers: 3,
    testTimeout: 180_000,
    // Vitest's own second is too short for a page that loads while the machine checks much else.
    expect: { poll: { timeout: 90_000, interval: 100 } },
    hookTimeout: 120_000,
  },
});
