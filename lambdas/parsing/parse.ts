/**
 * The function that parses documents, and holds nothing else: no credentials worth having, no name of a table or a
 * bucket. It gets presigned URLs of one document. An execution environment keeps nothing from one document to the next.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TearlineError } from '../../core/errors.ts';
import type { DocumentJobName, JobRunner } from '../../core/parser-jobs.ts';
import { packError } from '../../core/parsers/parser-messages.ts';
import { withJobFiles } from '../../core/processing/parsing/job-files.ts';
import { parseRequestSchema } from '../../core/processing/parsing/parse-messages.ts';
import type { ParseAnswer, ParseRequest } from '../../core/processing/parsing/parse-messages.ts';
import { runDocumentJob } from '../../core/processing/parsing/run-document-job.ts';
import { stoppingBeforeEnd } from '../invocation.ts';
import type { RemainingTime } from '../invocation.ts';
import { logError as logErrorToLambda } from '../structured-log.ts';
import type { LogDetails } from '../structured-log.ts';
import { urlFiles } from './url-files.ts';

/** Milliseconds before the end at which jobs and transfers are stopped: enough to end child processes and to answer. */
const STOP_BEFORE_END_MS = 4_000;

export interface ParseOptions {
  /** Starts child processes that have seen no document. */
  readonly openRunner: () => JobRunner;
  /** The folder of temporary files, which is emptied between two documents. */
  readonly temporaryFolder: string;
  readonly logError?: (message: string, details: LogDetails) => void;
}

export type ParseFunction = (event: unknown, context: RemainingTime) => Promise<ParseAnswer>;

const emptyFolder = async (folder: string): Promise<void> => {
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name), { recursive: true, force: true })));
};

const perform = (runner: JobRunner, request: ParseRequest, signal: AbortSignal): Promise<unknown> => {
  const { job, input } = request;
  return withJobFiles(urlFiles(signal), request, (paths) =>
    runDocumentJob<DocumentJobName>(runner, job, input, paths, { signal }),
  );
};

/**
 * Returns the output of the job or its named error. Throws only where the request is none.
 */
export const parse = ({ openRunner, temporaryFolder, logError = logErrorToLambda }: ParseOptions): ParseFunction => {
  let runner = openRunner();
  let runnerIsNew = true;
  /** The document of which alone the children and the disk have anything; undefined where they may have another's. */
  let current: string | undefined;
  /** A child that has seen another document, and what it left on the disk, must not meet this one. */
  const takeUp = async (document: string): Promise<void> => {
    if (current === document) return;
    current = undefined;
    if (!runnerIsNew) {
      await runner.close();
      runner = openRunner();
      runnerIsNew = true;
    }
    await emptyFolder(temporaryFolder);
    current = document;
    runnerIsNew = false;
  };
  return async (event, context) => {
    // The schema leaves the input to the job, whose process may be attacked by far worse.
    const request = parseRequestSchema.parse(event) as ParseRequest;
    try {
      await takeUp(request.document);
      const output = await stoppingBeforeEnd(context, STOP_BEFORE_END_MS, (stop) => perform(runner, request, stop));
      return { output };
    } catch (error) {
      if (!(error instanceof TearlineError)) logError('A job failed', { job: request.job, error });
      return { error: packError(error) };
    }
  };
};
