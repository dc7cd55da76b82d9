/** A job table for tests of the parser pool: what `inspect` does is said by its path. */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { DocumentEncryptedError } from '../../../core/errors.ts';
import { configureLanguageData, describeLanguageData } from '../../../core/ocr/languages/language-data.ts';
import type { JobReport } from '../../../core/parser-jobs.ts';
import type { DataFolders } from '../../../core/parsers/parser-child.ts';

interface Input {
  readonly path: string;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const fillMemory = (): void => {
  const blocks: Uint8Array[] = [];
  for (;;) blocks.push(new Uint8Array(16 * 1024 * 1024).fill(1));
};

const busyFor = (ms: number): void => {
  const { user, system } = process.cpuUsage();
  for (;;) {
    const used = process.cpuUsage({ user, system });
    if (used.user + used.system > ms * 1000) return;
  }
};

const loop = (): void => {
  for (let turns = 0; ; turns += 1) if (turns < 0) return;
};

/** Makes 300,000 objects; the bytes that V8 then has for new ones. */
const makeObjects = (): number | undefined => {
  Array.from({ length: 300_000 }, (_, at) => ({ at, list: [at] }));
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size;
};

const BLOCK_BYTES = 300 * 1024 * 1024;
/** What `freeMemory` frees, and what it does not. */
const memory: { kept?: Uint8Array; held?: Uint8Array } = {};

const jobs: Readonly<Record<string, (report: JobReport, path: string) => unknown>> = {
  loop,
  memory: fillMemory,
  'keep a block': () => {
    memory.kept = new Uint8Array(BLOCK_BYTES).fill(1);
  },
  'hold a block': () => {
    memory.held = new Uint8Array(BLOCK_BYTES).fill(1);
  },
  'make objects': makeObjects,
  crash: () => process.abort(),
  killed: () => process.kill(process.pid, 'SIGKILL'),
  'killed once': (_report, path) => {
    try {
      writeFileSync(path.split('|')[1] ?? '', 'was here', { flag: 'wx' });
    } catch {
      return 'second time';
    }
    return process.kill(process.pid, 'SIGKILL');
  },
  encrypted: () => {
    throw new DocumentEncryptedError('The PDF opens only with a password.');
  },
  bug: () => {
    throw new TypeError('undefined is not a function');
  },
  'disk full': () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  },
  pages: (report) => {
    for (const page of [1, 2, 3]) report.page(page);
    return 'read';
  },
  crops: (report) => {
    for (let crop = 0; crop < 6; crop += 1) {
      busyFor(400);
      report.crop();
    }
    return 'read';
  },
  'language data': () => describeLanguageData(),
  wait: () => sleep(60_000),
  'wait a little': () => sleep(50),
};

const run = async ({ path }: Input, report: JobReport): Promise<unknown> => {
  const answer = await jobs[path.split('|')[0] ?? '']?.(report, path);
  return { path, pid: process.pid, answer };
};

export const jobTable = { inspect: () => Promise.resolve({ run }) };

export const useDataFolders = ({ languageDataFolder }: DataFolders): void => {
  if (languageDataFolder !== undefined) configureLanguageData({ folder: languageDataFolder });
};

export const freeMemory = (): Promise<void> => {
  delete memory.kept;
  return Promise.resolve();
};
