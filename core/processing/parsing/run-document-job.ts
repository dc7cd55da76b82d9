/** Runs a document job on files of this machine, by jobs of the parser pool. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentJobName, DocumentJobs, JobRunner, ParserJobOptions } from '../../parser-jobs.ts';
import { PAGE_FILE_NAMES } from '../../results/page-files.ts';
import { PageRangeReader } from './page-range-reader.ts';

/** Paths of the files of a job. */
export interface JobPaths {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** An empty folder for files in between. */
  readonly folder: string;
}

type Run<Name extends DocumentJobName> = (
  runner: JobRunner,
  input: DocumentJobs[Name]['input'],
  paths: JobPaths,
  options: ParserJobOptions,
) => Promise<DocumentJobs[Name]['output']>;

const only = (paths: readonly string[]): string => {
  const [path] = paths;
  if (path === undefined) throw new Error('The job lacks a file.');
  return path;
};

const readPages: Run<'readPages'> = async (
  runner,
  { cropping = false, ...input },
  { reads, writes, folder },
  options,
) => {
  const reader = new PageRangeReader(runner, { ...input, path: only(reads), cropping }, options);
  await reader.read(folder);
  await Promise.all(PAGE_FILE_NAMES.map((name, at) => rename(join(folder, name), writes[at] ?? join(folder, name))));
  return { pages: input.pages.length, ocrPages: reader.ocrPages, unreadPages: reader.unreadPages };
};

const runs: { readonly [Name in DocumentJobName]: Run<Name> } = {
  inspect: (runner, { maxPages }, { reads }, options) =>
    runner.run('inspect', { path: only(reads), maxPages }, options),
  readPages,
  renderPageImage: (runner, input, { reads, writes }, options) =>
    runner.run('renderPageImage', { ...input, path: only(reads), outPath: only(writes) }, options),
  cutPdfs: (runner, { cuts, ...input }, { reads, writes }, options) =>
    runner.run(
      'cutPdfs',
      {
        ...input,
        path: only(reads),
        cuts: cuts.map((pages, at) => ({ pages, outPath: only(writes.slice(at)) })),
      },
      options,
    ),
  makeThumbnail: (runner, _, { reads, writes }, options) =>
    runner.run('makeThumbnail', { path: only(reads), outPath: only(writes) }, options),
  writeRenderedPdf: (runner, input, { reads, writes }, options) =>
    runner.run(
      'writeRenderedPdf',
      { ...input, path: only(reads), recordPaths: reads.slice(1), outPath: only(writes) },
      options,
    ),
};

/** @throws the errors of JobRunner.run */
export const runDocumentJob = <Name extends DocumentJobName>(
  runner: JobRunner,
  name: Name,
  input: DocumentJobs[Name]['input'],
  paths: JobPaths,
  options: ParserJobOptions = {},
): Promise<DocumentJobs[Name]['output']> => runs[name](runner, input, paths, options);
