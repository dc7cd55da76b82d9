/**
 * Starts a program that lives no longer than the test which started it, whether that passes or fails. A child that
 * outlived its test would keep the output of vitest's worker open, and the whole run would wait for it for ever.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { onTestFinished } from 'vitest';

/**
 * To be called in a test, not in a hook.
 * @param nodeOptions Node's own, as `--expose-gc`
 */
export const forkProgram = (
  program: string | URL,
  parameters: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): ChildProcess => {
  const child = fork(program, parameters, {
    execArgv: [...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
};
