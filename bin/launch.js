#!/usr/bin/env node
/**
 * Entry point of `npx tearline` in the system's Node.js: starts the command with the Node.js of the package if the
 * system's is too old. Plain JavaScript, because an older Node.js cannot run TypeScript.
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
  // The terminal signals both processes; this one only waits for the other to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  });
}
