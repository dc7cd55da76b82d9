/** The files of a document job: fetched before it, stored after it. The same on both hosts. */
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import type { DocumentJob, DocumentJobName } from '../../parser-jobs.ts';
import type { BlobFile } from '../../ports.ts';
import { settleAll } from '../../settle-all.ts';
import { withScratchFolder } from '../../storage/scratch-folder.ts';
import type { JobPaths } from './run-document-job.ts';

/** Where a job's files come from and go to: the blob store, or presigned URLs. */
export interface JobFiles<Read, Write> {
  /** @throws BlobNotFoundError, TemporarilyUnavailableError, StorageFullError */
  fetch(read: Read): Promise<BlobFile>;
  /** Stores a file of this machine's disk, which may be moved. @throws TemporarilyUnavailableError, StorageFullError */
  store(write: Write, path: string): Promise<void>;
}

/** Fetches all; where one fails, none is left. */
const fetchAll = async <Read>(files: Pick<JobFiles<Read, never>, 'fetch'>, reads: readonly Read[]) => {
  const fetched = await Promise.allSettled(reads.map((read) => files.fetch(read)));
  const present = fetched.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = fetched.find((result) => result.status === 'rejected');
  if (failed === undefined) return present;
  await Promise.all(present.map((file) => file.release()));
  throw failed.reason;
};

/**
 * Fetches what the job reads, runs `work` on the files, and stores what it wrote: nothing where `work` fails, and the
 * last file after all others. Leaves no file on the disk.
 */
export const withJobFiles = async <Read, Write, Output>(
  files: JobFiles<Read, Write>,
  { reads, writes }: Pick<DocumentJob<DocumentJobName, Read, Write>, 'reads' | 'writes'>,
  work: (paths: JobPaths) => Promise<Output>,
): Promise<Output> => {
  const fetched = await fetchAll(files, reads);
  try {
    const paths = fetched.map(({ path }) => path);
    if (writes.length === 0) return await work({ reads: paths, writes: [], folder: '' });
    return await withScratchFolder(async (scratch) => {
      const folder = join(scratch, 'between');
      await mkdir(folder);
      const outPaths = writes.map((_, at) => join(scratch, String(at)));
      const output = await work({ reads: paths, writes: outPaths, folder });
      const store = (write: Write, at: number): Promise<void> => files.store(write, outPaths[at] ?? '');
      await settleAll(writes.slice(0, -1).map(store));
      await store(writes[writes.length - 1] as Write, writes.length - 1);
      return output;
    });
  } finally {
    await Promise.all(fetched.map((file) => file.release()));
  }
};
