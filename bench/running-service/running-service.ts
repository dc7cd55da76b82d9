/** Starts the real service for a benchmark, on a free port with its own data folder, and measures its processes. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const repositoryRoot = join(import.meta.dirname, '../..');

/** A process of the service at one point in time. */
export interface ProcessSample {
  readonly pid: number;
  readonly parent: number;
  /** Resident set size in bytes. */
  readonly rss: number;
  readonly command: string;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Process id of the server. */
  readonly pid: number;
  readonly dataFolder: string;
  /** The last megabyte that the server wrote to its standard output and error. */
  log(): string;
  /** Whether the server process is still running. */
  alive(): boolean;
  /** The server and all of its descendant processes, the server first. */
  processes(): Promise<readonly ProcessSample[]>;
  /** Sends a request with the API key. `path` begins with a slash. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Stops the server with SIGTERM, after 10 s with SIGKILL. Removes the data folder if it is temporary. */
  stop(): Promise<void>;
  /** Kills the server process with SIGKILL and waits for its end. The data folder is kept. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  /** Default: a new temporary folder, removed by `stop`. */
  readonly dataFolder?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Folder of another checkout whose service is started. Default: this one. */
  readonly checkout?: string;
  /** Additional arguments of `tearline start`, such as `--log-steps`. */
  readonly arguments?: readonly string[];
  /** False where no time is measured: the start then takes a seventh of the processor time. Default true. */
  readonly warmUp?: boolean;
  /** Time limit of the start in seconds, default 60. */
  readonly startLimitSeconds?: number;
}

/** Resolves when the service answers requests. @throws Error with the server's output where it does not start */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const checkout = options.checkout === undefined ? repositoryRoot : resolve(options.checkout);
  const ownFolder = options.dataFolder === undefined;
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tearline-bench-')));
  const port = options.port ?? (await freePort());
  const server = spawn(
    process.execPath,
    [
      join(checkout, 'bin/tearline.ts'),
      'start',
      '--data',
      dataFolder,
      '--port',
      String(port),
      ...(options.warmUp === false ? ['--no-warm-up'] : []),
      ...(options.arguments ?? []),
    ],
    {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = keepTail(server);
  const end = () => void server.kill('SIGKILL');
  process.once('exit', end);

  const baseUrl = `http://127.0.0.1:${port}`;
  const apiKey = await untilItAnswers(server, baseUrl, dataFolder, output, options.startLimitSeconds ?? 60);
  const pid = server.pid;
  if (pid === undefined) throw new Error('The server has no process id.');

  return {
    baseUrl,
    apiKey,
    pid,
    dataFolder,
    log: output,
    alive: () => !hasEnded(server),
    processes: () => processTree(pid),
    request: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `ApiKey ${apiKey}`);
      return fetch(`${baseUrl}${path}`, { ...init, headers });
    },
    stop: async () => {
      process.off('exit', end);
      await endProcess(server, 'SIGTERM', 10_000);
      if (ownFolder) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    kill: async () => {
      process.off('exit', end);
      await endProcess(server, 'SIGKILL', 10_000);
    },
  };
}

/**
 * A port that is free at the moment, below those that the system gives to servers and connections that name none (from
 * 32768 on): these may be taken before the service listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

/** @throws Error where it cannot be found out, as with too many open files */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** The process and all of its descendants, itself first; empty where it has ended. */
export async function processTree(root: number): Promise<readonly ProcessSample[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const all = stdout.split('\n').flatMap((line): ProcessSample[] => {
    const [, pid, parent, kibibytes, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || command === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), rss: Number(kibibytes) * 1024, command }];
  });
  const tree = all.filter((sample) => sample.pid === root);
  // The list grows during the iteration, so that all descendants are found.
  for (const member of tree) tree.push(...all.filter((sample) => sample.parent === member.pid));
  return tree;
}

/** Peak memory, sampled until `stop`. */
export interface MemoryWatch {
  /**
   * Stops sampling. Peaks in bytes: `server` of the server process, `child` of the largest child, `total` of the sum.
   */
  stop(): Promise<{
    readonly server: number;
    readonly child: number;
    readonly childCommand: string;
    readonly total: number;
  }>;
}

/** Samples the memory of the service's processes every `everyMs` milliseconds. */
export function watchMemory(service: RunningService, everyMs = 250): MemoryWatch {
  const peak = { server: 0, child: 0, childCommand: '', total: 0 };
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      const samples = await service.processes();
      for (const { pid, rss, command } of samples) {
        if (pid === service.pid) peak.server = Math.max(peak.server, rss);
        else if (rss > peak.child) Object.assign(peak, { child: rss, childCommand: command });
      }
      peak.total = Math.max(
        peak.total,
        samples.reduce((sum, { rss }) => sum + rss, 0),
      );
      await sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await loop;
      return peak;
    },
  };
}

async function untilItAnswers(
  server: ChildProcess,
  baseUrl: string,
  dataFolder: string,
  output: () => string,
  seconds: number,
): Promise<string> {
  const limit = Date.now() + seconds * 1000;
  for (;;) {
    if (hasEnded(server)) throw new Error(`The service ended before it answered.\n${output()}`);
    if (Date.now() > limit) {
      server.kill('SIGKILL');
      throw new Error(`The service did not answer within ${seconds} s.\n${output()}`);
    }
    const apiKey = await readFile(join(dataFolder, 'api-key'), 'utf8').catch(() => '');
    const answered =
      apiKey !== '' &&
      (await fetch(baseUrl).then(
        () => true,
        () => false,
      ));
    if (answered) return apiKey.trim();
    await sleep(50);
  }
}

/** Keeps the last megabyte of the process's output. */
function keepTail(server: ChildProcess): () => string {
  let tail = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-1_048_576);
    });
  }
  return () => tail;
}

async function endProcess(server: ChildProcess, signal: NodeJS.Signals, limitMs: number): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise<void>((resolve) =>
    server.once('exit', () => {
      resolve();
    }),
  );
  server.kill(signal);
  const timer = setTimeout(() => server.kill('SIGKILL'), limitMs);
  await ended;
  clearTimeout(timer);
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}
