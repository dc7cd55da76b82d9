import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandInFolder } from './command-in-folder.ts';

const { folder } = commandInFolder();

describe('tearline start', () => {
  it('ends in order when SIGTERM stops it while it warms up, also where a request left a timer', async () => {
    const program = join(import.meta.dirname, '../../../../bin/tearline.ts');
    const timer = 'data:text/javascript,setInterval(() => undefined, 60_000)';
    const child = spawn(process.execPath, ['--import', timer, program, 'start', '--data', 'stopped', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => {
        written[stream] += chunk.toString();
      });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => written.stdout, { timeout: 60_000 }).toContain('Sign in once');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(written.stderr).toBe('');
  }, 90_000);
});
