/** Runs a document job on files of this machine, by jobs of the parser pool. */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageRange } from '../../documents/formats/document-file.ts';
import type { DocumentJobName, DocumentJobs, JobRunner, ParserJobOptions } from '../../parser-jobs.ts';
import { joinPageFiles, PAGE_FILE_NAMES } from '../../results/page-files.ts';
import { settleAll } from '../../settle-all.ts';

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

type ReadRange = (range: PageRange, folder: string, signal: AbortSignal | undefined) => Promise<number>;

/**
 * Reads ranges in parallel and writes their joined files to `folder`. The first failure aborts the other ranges; no
 * range is still being read when this settles.
 * @returns the number of pages that were read by OCR
 */
const readSideBySide = async (
  ranges: readonly PageRange[],
  folder: string,
  signal: AbortSignal | undefined,
  read: ReadRange,
): Promise<number> => {
  const [first] = ranges;
  if (first !== undefined && ranges.length === 1) return read(first, folder, signal);
  const failure = new AbortController();
  const either = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const folders = ranges.map(({ from }) => join(folder, String(from)));
  let ocrPages = 0;
  await settleAll(
    ranges.map(async (range, at) => {
      try {
        const own = folders[at] ?? folder;
        await mkdir(own);
        ocrPages += await read(range, own, either);
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    }),
  );
  await joinPageFiles(folders, folder);
  return ocrPages;
};

const readPages: Run<'readPages'> = async (
  runner,
  { kind, ranges, pages, languages, cropping = false, textType },
  { reads, writes, folder },
  options,
) => {
  const path = only(reads);
  const start = ranges[0]?.from ?? 1;
  const ocrPages = await readSideBySide(ranges, folder, options.signal, async (range, into, signal) => {
    const input = {
      path,
      kind,
      range,
      pages: pages.slice(range.from - start, range.to - start + 1),
      languages,
      cropping,
      textType,
      folder: into,
    };
    const read = await runner.run('readPageRange', input, {
      ...options,
      ...(signal === undefined ? {} : { signal }),
    });
    return read.ocrPages;
  });
  await Promise.all(PAGE_FILE_NAMES.map((name, at) => rename(join(folder, name), writes[at] ?? join(folder, name))));
  return { pages: pages.length, ocrPages };
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
