import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandInFolder } from './command-in-folder.ts';

const { folder } = commandInFolder();

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it has written so far. */
  readonly written: { stdout: string; stderr: string };
}

/** Starts the service, which listens once this resolves. @param node  arguments of Node.js */
const start = async (data: string, options: readonly string[], node: readonly string[] = []): Promise<Started> => {
  const program = join(import.meta.dirname, '../../../../bin/tearline.ts');
  const child = spawn(process.execPath, [...node, program, 'start', '--data', data, '--port', '0', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      written[stream] += chunk.toString();
    });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => written.stdout, { timeout: 60_000 }).toContain('Sign in once');
  return { child, written };
};

const stop = async ({ child }: Started): Promise<unknown[]> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return ended;
};

/** The command lines of the processes that a process has started, as Linux tells. */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')
    .map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8'));

describe('tearline start', () => {
  it('ends in order when SIGTERM stops it while it warms up, also where a request left a timer', async () => {
    const timer = 'data:text/javascript,setInterval(() => undefined, 60_000)';
    const started = await start('stopped', [], ['--import', timer]);
    expect(await stop(started)).toEqual([0, null]);
    expect(started.written.stderr).toBe('');
  }, 90_000);

  it.runIf(process.platform === 'linux').each([
    { what: 'parser processes before the first document arrives', options: [], parsers: true },
    { what: 'no parser processes with --no-warm-up', options: ['--no-warm-up'], parsers: false },
  ])('has $what', { tags: 'slow', timeout: 90_000 }, async ({ options, parsers }) => {
    const started = await start(`warm-${String(parsers)}`, options);
    // It is answered after the warm-up has begun.
    const [url = ''] = /http:\S+/.exec(started.written.stdout) ?? [];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const programs = childrenOf(started.child.pid ?? 0);
    expect(programs.some((program) => program.includes('parser-process'))).toBe(parsers);
    await stop(started);
  });
});
