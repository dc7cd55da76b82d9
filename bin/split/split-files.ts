/** Runs the pipeline on files without a server, with a temporary data folder. */
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { makeFolder } from '../../adapters/local/make-folder.ts';
import { ensureFirstAccount } from '../../core/accounts/first-account.ts';
import type { Account } from '../../core/accounts/account.ts';
import { ValidationError } from '../../core/errors.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import { waitForProcessingRequest } from '../../core/requests/find-processing-request.ts';
import { documentSplittingSchema, GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';
import { processingBlobs } from '../../core/requests/processing-blobs.ts';
import type { ProcessingParameters, ProcessingRequest, SubDocument } from '../../core/requests/processing-request.ts';
import type { Service } from '../../core/service.ts';
import { readJsonBlob } from '../../core/storage/json-blob.ts';
import type { SplitOptions } from '../commands/options.ts';
import { openService } from '../open-service.ts';
import type { ServiceOptions } from '../open-service.ts';
import { EXIT, exitCodeOf, messageOf } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { deleteEarlierSplit, resultFileOf } from './earlier-split.ts';
import { folderNames, stemOf, subPdfName } from './file-names.ts';
import { readDocument } from './read-document.ts';
import { outcomesAsJson, writeResultFile } from './result-files.ts';
import type { FileOutcome, WrittenDocument } from './result-files.ts';
import { languageDataFolder } from '../language-data-folder.ts';
import { usableModels } from '../models/models-folder.ts';
import { SplitProgress } from './split-progress.ts';
import { callerFolder, useTemporaryFolder } from '../settings.ts';

/** Files in the pipeline at a time: enough to keep all cores busy, few enough to fit into memory. */
const FILES_AT_A_TIME = 3;
/** Signals of a user who stops the command; SIGHUP where its terminal is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const waitUntilFinished = async (
  service: Service,
  account: Account,
  processingId: string,
): Promise<ProcessingRequest> => {
  for (;;) {
    const request = await waitForProcessingRequest(service, account, processingId, service.settings.maxWaitSeconds);
    if (request.state === 'succeeded' || request.state === 'failed') return request;
  }
};

const splittingOf = ({ blobs }: Service, { account_id, processing_id }: ProcessingRequest) =>
  readJsonBlob(blobs, processingBlobs(account_id, processing_id).documentSplitting, documentSplittingSchema);

const writeDocuments = async (
  service: Service,
  request: ProcessingRequest,
  documents: readonly SubDocument[],
  folder: string,
): Promise<WrittenDocument[]> => {
  const blobs = processingBlobs(request.account_id, request.processing_id);
  const written: WrittenDocument[] = [];
  for (const [index, { name, pages }] of documents.entries()) {
    const pdf = join(folder, subPdfName(index, name, documents.length));
    const blob = await service.blobs.file(blobs.subPdf(index));
    await copyFile(blob.path, pdf).finally(() => blob.release());
    written.push({ name, pages, pdf });
  }
  return written;
};

const failedOutcome = (file: string, error: unknown): FileOutcome => ({
  file,
  status: 'failed',
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal_error',
  detail: error instanceof ValidationError ? error.message : messageOf(error),
  exit_code: exitCodeOf(error),
});

const recordedFailure = (file: string, { failure }: ProcessingRequest): FileOutcome => ({
  file,
  status: 'failed',
  code: failure?.code ?? 'processing_failed',
  detail: failure?.detail ?? 'The document could not be processed.',
  exit_code:
    failure?.caused_by_document === true ? EXIT.unreadable : failure?.code === 'storage_full' ? EXIT.io : EXIT.internal,
});

interface SplitJob {
  readonly file: string;
  readonly path: string;
  readonly folder: string;
}

const splitFile = async (
  service: Service,
  account: Account,
  job: SplitJob,
  parameters: ProcessingParameters,
): Promise<FileOutcome> => {
  try {
    const bytes = await readDocument(service, account, job.path);
    const accepted = await processDocument(service, account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file: { name: job.file, bytes },
      parameters,
    });
    const request = await waitUntilFinished(service, account, accepted.processing_id);
    if (request.state === 'failed') return recordedFailure(job.file, request);
    await makeFolder(job.folder);
    await deleteEarlierSplit(job.folder, stemOf(job.path));
    const { sub_documents: found, unread_pages: unread } = await splittingOf(service, request);
    const documents = await writeDocuments(service, request, found, job.folder);
    const resultFile = join(job.folder, resultFileOf(stemOf(job.path)));
    await writeResultFile(service, request, documents, resultFile);
    return {
      file: job.file,
      status: 'succeeded',
      sub_documents: documents,
      ...(unread === undefined ? {} : { unread_pages: unread }),
      result_file: resultFile,
    };
  } catch (error) {
    return failedOutcome(job.file, error);
  }
};

const pagesOf = (pages: readonly number[]): string =>
  pages.length === 1 ? `page ${String(pages[0])}` : `pages ${String(pages[0])}–${String(pages.at(-1))}`;

/** Most numbers of pages that a line names: of a damaged file hundreds may be unread. */
const MOST_NAMED = 20;

const describeUnread = (pages: readonly number[]): string => {
  const named = pages.slice(0, MOST_NAMED).join(', ');
  if (pages.length === 1) return `Page ${named} could not be read: it is damaged or took too long.`;
  const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : '';
  return `Pages ${named}${more} could not be read: they are damaged or took too long.`;
};

const describe = (outcome: FileOutcome): string =>
  outcome.status === 'failed'
    ? `${outcome.file}: ${outcome.detail} (${outcome.code})`
    : [
        `${outcome.file}: ${outcome.sub_documents.length} document${outcome.sub_documents.length === 1 ? '' : 's'}`,
        ...outcome.sub_documents.map(({ pdf, pages }) => `  ${pdf}  ${pagesOf(pages)}`),
        ...(outcome.unread_pages === undefined ? [] : [`  ${describeUnread(outcome.unread_pages)}`]),
      ].join('\n');

const printOutcome = (outcome: FileOutcome, options: SplitOptions): void => {
  if (outcome.status === 'failed') console.error(describe(outcome));
  else if (options.json !== true && options.quiet !== true) console.log(describe(outcome));
};

const jobsOf = (files: readonly string[], output: string): SplitJob[] => {
  const target = resolve(callerFolder(), output);
  const folders = folderNames(files);
  return files.map((file, index) => ({
    file,
    path: resolve(callerFolder(), file),
    folder: files.length === 1 ? target : join(target, folders[index] ?? ''),
  }));
};

/** Deletes the data folder, which contains private documents, when the user stops the command. @returns cancels this */
const deleteWhenStopped = (dataDir: string): (() => void) => {
  const stop = (): never => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    process.exit(EXIT.stopped);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  };
};

/** Works with a temporary data folder, which is deleted in the end. */
const withDataFolder = async <Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tearline-split-'));
  useTemporaryFolder(dataDir);
  const cancelDeletion = deleteWhenStopped(dataDir);
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    cancelDeletion();
  }
};

const splitAll = async (
  opened: Omit<ServiceOptions, 'onPages'>,
  jobs: readonly SplitJob[],
  options: SplitOptions,
  parameters: ProcessingParameters,
): Promise<FileOutcome[]> => {
  const progress = new SplitProgress(process.stderr.isTTY && options.quiet !== true);
  const { service } = await openService({
    ...opened,
    onPages: (event) => {
      progress.update(event);
    },
  });
  try {
    const { account } = await ensureFirstAccount(service);
    return await pLimit(FILES_AT_A_TIME).map(jobs, async (job) => {
      const outcome = await splitFile(service, account, job, parameters);
      progress.printAbove(() => {
        printOutcome(outcome, options);
      });
      return outcome;
    });
  } finally {
    progress.stop();
    await service.close();
  }
};

/**
 * Splits every file and writes the results under the output folder; a file that fails does not stop the others.
 * @returns the highest exit code of the files
 */
export const splitFiles = async (
  files: readonly string[],
  options: SplitOptions,
  parameters: ProcessingParameters,
): Promise<ExitCode> => {
  const jobs = jobsOf(files, options.output);
  const dataFolders = {
    languageDataFolder: languageDataFolder(options.languageData),
    modelsFolder: await usableModels(resolve(callerFolder(), options.models)),
  };
  await makeFolder(resolve(callerFolder(), options.output));
  const outcomes = await withDataFolder((dataDir) => splitAll({ dataDir, dataFolders }, jobs, options, parameters));
  if (options.json === true) await pipeline(outcomesAsJson(outcomes), process.stdout, { end: false });
  return outcomes.reduce<ExitCode>(
    (worst, outcome) => (outcome.status === 'failed' && outcome.exit_code > worst ? outcome.exit_code : worst),
    EXIT.ok,
  );
};
