/** The port `Parsers` where the parser pool and the blobs are on one machine. */
import type {
  DocumentJob,
  DocumentJobName,
  DocumentJobOptions,
  DocumentJobs,
  JobRunner,
  Parsers,
} from '../../parser-jobs.ts';
import type { BlobStore } from '../../ports.ts';
import { tenantOfKey } from '../../storage/blob-keys.ts';
import type { JobFiles } from './job-files.ts';
import { withJobFiles } from './job-files.ts';
import { runDocumentJob } from './run-document-job.ts';

const filesOf = (blobs: BlobStore): JobFiles<string, { readonly key: string; readonly contentType: string }> => ({
  fetch: (key) => blobs.file(key),
  store: async ({ key, contentType }, path) => {
    await blobs.putFile(key, path, contentType);
  },
});

export class BlobParsers implements Parsers {
  readonly #runner: JobRunner;
  readonly #files: ReturnType<typeof filesOf>;

  constructor(runner: JobRunner, blobs: BlobStore) {
    this.#runner = runner;
    this.#files = filesOf(blobs);
  }

  get jobsPerChunk(): number {
    return this.#runner.jobsPerChunk ?? 1;
  }

  run<Name extends DocumentJobName>(
    name: Name,
    job: DocumentJob<Name>,
    options: DocumentJobOptions = {},
  ): Promise<DocumentJobs[Name]['output']> {
    const [first] = job.reads;
    const tenant = first === undefined ? undefined : tenantOfKey(first);
    return withJobFiles(this.#files, job, (paths) =>
      runDocumentJob(this.#runner, name, job.input, paths, {
        ...options,
        ...(tenant === undefined ? {} : { tenant }),
      }),
    );
  }

  close(): Promise<void> {
    return this.#runner.close();
  }
}
