/**
 * Starts a program that ends with its test, whether that passes or fails. A child process that outlives its test keeps
 * the output of vitest's worker open, and the whole run would wait for it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { onTestFinished } from 'vitest';

/**
 * Call it in a test, not in a hook.
 * @param nodeOptions  options of Node.js, e.g. `--expose-gc`
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
