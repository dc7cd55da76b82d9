/**
 * Entry of a parser process: a child of the parser pool that runs one job after the other on untrusted bytes.
 * Arguments: the URL of the job table's module, the pool's process id, and the folders of data as JSON. The process ends with the pool: by the IPC event `disconnect` or, while a job blocks this thread, by
 * the watch thread (parent-watch.ts).
 */
import type { DataFolders } from './parser-child.ts';
import type { ChildMessage, JobMessage } from './parser-messages.ts';
import { packError } from './parser-messages.ts';
import { watchParent } from './parent-watch.ts';

type AnyJob = (input: unknown, report: { page(page: number): void }) => Promise<unknown>;
type AnyTable = Readonly<Record<string, (() => Promise<{ readonly run: AnyJob }>) | undefined>>;

/** What a job table's module exports. */
interface JobTableModule {
  readonly jobTable: AnyTable;
  /** Called once before the first job. */
  readonly useDataFolders?: (folders: DataFolders) => void;
}

const send = (message: ChildMessage): void => {
  // The pool may have gone while the job ran; `disconnect` then ends this process.
  if (process.connected) process.send?.(message);
};

const runJob = async (table: AnyTable, { job, input }: JobMessage): Promise<void> => {
  try {
    const load = table[job];
    if (load === undefined) throw new Error(`The job table has no job ${job}.`);
    const { run } = await load();
    const output = await run(input, {
      page: (page) => {
        send({ kind: 'page', page });
      },
    });
    send({ kind: 'done', output, rss: process.memoryUsage.rss() });
  } catch (error) {
    send({ kind: 'failed', error: packError(error), rss: process.memoryUsage.rss() });
  }
};

const [, , tableUrl, parent, folders = '{}'] = process.argv;
if (tableUrl === undefined || parent === undefined)
  throw new Error('A parser process is started by the parser pool, with the URL of its job table.');

process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C or a service manager's stop reaches the whole process group: the pool decides when its children
// end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
watchParent(Number(parent));

// The table's type is checked where it is defined; here jobs are only looked up by the name that the pool sent.
const { jobTable, useDataFolders } = (await import(tableUrl)) as JobTableModule;
// The pool wrote them.
useDataFolders?.(JSON.parse(folders) as DataFolders);
process.on('message', (message) => void runJob(jobTable, message as JobMessage));
