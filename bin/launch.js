#!/usr/bin/env node
/**
 * What `npx tearline` runs, in whatever Node the machine has: the command itself needs the Node that comes with the
 * package. Plain JavaScript, because an older Node does not read TypeScript.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) {
  await import('./tearline.ts');
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const command = fileURLToPath(new URL('./tearline.ts', import.meta.url));
  const child = spawn(node, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal signals both; this process only waits for the other's end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  });
}
