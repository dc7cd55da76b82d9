/** A moto server, which emulates AWS's wire protocols, on a free port for one run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../bench/running-service/running-service.ts';
import { installMoto } from './install-moto.ts';

const START_LIMIT_MS = 60_000;
/** Ends with its standard input, which this process holds open: also where this process is killed. */
const PROGRAM = [
  'import os, sys, threading',
  'threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()',
  'from moto.server import main',
  'main()',
].join('\n');

export interface MotoServer {
  readonly url: string;
  close(): Promise<void>;
}

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
  const child = spawn(python, ['-c', PROGRAM, '-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
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
