/** Runs the program that trains the base weights, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../../bench/split-model/train-base.ts', import.meta.url));

/** @param temporaryFolder  the program's TMPDIR */
export async function runTrainBase(
  options: readonly string[],
  temporaryFolder: string,
): Promise<{ status: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporaryFolder },
  });
  const [output, errors, [status]] = (await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])) as [string, string, [number | null]]; // Node's own event.
  return { status, output, errors };
}
