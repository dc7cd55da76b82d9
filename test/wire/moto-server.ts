/**
 * moto, a stand-in for AWS that speaks its wire protocols, from PyPI. Made once in the temporary folder, where it stays for
 * the next run; started on a free port for one run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const VERSION = '5.2.1';
const START_LIMIT_MS = 60_000;

export interface MotoServer {
  readonly url: string;
  close(): Promise<void>;
}

const run = async (program: string, parameters: readonly string[]): Promise<void> => {
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = (await once(child, 'exit')) as [number | null]; // Node's own event.
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with status ${status ?? 'of a signal'}.`);
};

/** Made under another name and renamed: a run that was cut off leaves nothing half made. A venv's programs name its folder: `python -m` needs none. */
const installMoto = async (): Promise<string> => {
  const folder = join(tmpdir(), `tearline-moto-${VERSION}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  const making = `${folder}-${process.pid}`;
  try {
    await run('python3', ['-m', 'venv', making]);
    await run(join(making, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `moto[server]==${VERSION}`]);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!existsSync(python)) throw error; // Another run was quicker.
  }
  return python;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server's address is always one.
  server.close();
  await once(server, 'close');
  return port;
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/moto-api/`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false; // Not listening yet.
  }
};

export const startMoto = async (): Promise<MotoServer> => {
  const python = await installMoto();
  const port = await freePort();
  const child = spawn(python, ['-c', 'from moto.server import main; main()', '-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await close();
      throw new Error('moto did not start.');
    }
    await pause(100);
  }
  return { url, close };
};
