/** The program that makes the base weights again, as its users call it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../bench/train-base.ts', import.meta.url));

/** @param temporaryFolder  where the program puts its temporary files */
export async function runTrainBase(
  options: readonly string[],
  temporaryFolder: string,
): Promise<{ status: number | null; output: string; said: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporaryFolder },
  });
  const [output, said, [status]] = (await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])) as [string, string, [number | null]]; // Node's own event.
  return { status, output, said };
}
