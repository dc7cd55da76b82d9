/**
 * Entry of a parser process: a child of the parser pool that runs one job after the other on untrusted bytes.
 * Arguments: the URL of the job table's module, the pool's process id, the folders of data as JSON, and the resident
 * bytes above which the pool replaces the process. The process ends with the pool: by the IPC event `disconnect` or,
 * while a job blocks this thread, by the watch thread (parent-watch.ts).
 */
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReport } from '../parser-jobs.ts';
import type { DataFolders } from './parser-child.ts';
import type { ChildMessage, JobMessage } from './parser-messages.ts';
import { packError } from './parser-messages.ts';
import { watchParent } from './parent-watch.ts';

type AnyJob = (input: unknown, report: JobReport) => Promise<unknown>;
type AnyTable = Readonly<Record<string, (() => Promise<{ readonly run: AnyJob }>) | undefined>>;

/** What a job table's module exports. */
interface JobTableModule {
  readonly jobTable: AnyTable;
  /** Called once before the first job. */
  readonly useDataFolders?: (folders: DataFolders) => void;
  /** Frees what is kept for the next job. */
  readonly freeMemory?: () => Promise<void>;
}

/** Milliseconds in which another thread usually returns the memory of collected array buffers to the system. */
const RETURNED_AFTER_MS = 20;
/** How often it is looked whether it has, where everything that can be freed is: on a busy machine it takes longer. */
const LAST_LOOKS = 25;

const send = (message: ChildMessage): void => {
  // The pool may have gone while the job ran; `disconnect` then ends this process.
  if (process.connected) process.send?.(message);
};

const collectGarbage = async (): Promise<void> => {
  // Absent without --expose-gc.
  globalThis.gc?.();
  await sleep(RETURNED_AFTER_MS);
};

/**
 * Resident bytes after a job. Above the limit, garbage is collected and then what is kept is freed before they count: a
 * process that replaces this one takes two seconds of processor time until it is as fast.
 */
const rssAfterJob = async ({ freeMemory }: JobTableModule, retireAtBytes: number): Promise<number> => {
  if (process.memoryUsage.rss() > retireAtBytes) await collectGarbage();
  if (process.memoryUsage.rss() <= retireAtBytes) return process.memoryUsage.rss();
  await freeMemory?.();
  await collectGarbage();
  for (let looks = 1; looks < LAST_LOOKS && process.memoryUsage.rss() > retireAtBytes; looks += 1)
    await sleep(RETURNED_AFTER_MS);
  return process.memoryUsage.rss();
};

const runJob = async (jobs: JobTableModule, { job, input }: JobMessage, retireAtBytes: number): Promise<void> => {
  try {
    const load = jobs.jobTable[job];
    if (load === undefined) throw new Error(`The job table has no job ${job}.`);
    const { run } = await load();
    // The pool ends this process by SIGKILL, at which Node writes nothing: the next one would compile the modules again.
    flushCompileCache();
    const output = await run(input, {
      page: (page) => {
        send({ kind: 'page', page });
      },
      crop: () => {
        send({ kind: 'crop' });
      },
    });
    send({ kind: 'done', output, rss: await rssAfterJob(jobs, retireAtBytes) });
  } catch (error) {
    send({ kind: 'failed', error: packError(error), rss: await rssAfterJob(jobs, retireAtBytes) });
  }
};

const [, , tableUrl, parent, folders = '{}', retireAt] = process.argv;
if (tableUrl === undefined || parent === undefined)
  throw new Error('A parser process is started by the parser pool, with the URL of its job table.');

const retireAtBytes = retireAt === undefined ? Infinity : Number(retireAt);

process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C or a service manager's stop reaches the whole process group: the pool decides when its children
// end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
watchParent(Number(parent));

// The table's type is checked where it is defined; here jobs are only looked up by the name that the pool sent.
const jobs = (await import(tableUrl)) as JobTableModule;
// The pool wrote them.
jobs.useDataFolders?.(JSON.parse(folders) as DataFolders);
process.on('message', (message) => void runJob(jobs, message as JobMessage, retireAtBytes));
