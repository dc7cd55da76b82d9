/**
 * How an error crosses the state machine. Step Functions keeps two strings of it, `Error` (its name) and `Cause`;
 * a step therefore throws with the whole failure as JSON in its message, and RecordFailure reads it back.
 */
import { StorageFullError, TemporarilyUnavailableError, TearlineError } from '../errors.ts';
import { failureSchema } from './processing-request.ts';
import type { Failure } from './processing-request.ts';

/** The one error name that process-document.asl.json retries. */
const RETRIED_ERROR_NAME = 'TemporarilyUnavailableError';

const INTERNAL_FAILURE: Failure = {
  code: 'processing_failed',
  detail: 'The document could not be processed because of a fault of the service. Try it again.',
  status: 500,
  caused_by_document: false,
};

/** What is kept of an error: named errors keep their code, status and sentence; of others nothing is shown. */
export const failureOf = (error: unknown): Failure =>
  error instanceof TearlineError
    ? { code: error.code, detail: error.message, status: error.status, caused_by_document: error.causedByDocument }
    : INTERNAL_FAILURE;

/** What a step throws: named for Retry and Catch, with its failure as JSON for RecordFailure, and the original as `cause`. */
export class StepFailedError extends Error {
  constructor(error: unknown) {
    super(JSON.stringify(failureOf(error)), { cause: error });
    // Room may be made meanwhile: a full disk is waited for like anything else that is down for now.
    const retried = error instanceof TemporarilyUnavailableError || error instanceof StorageFullError;
    this.name = retried ? RETRIED_ERROR_NAME : error instanceof Error ? error.name : 'Error';
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The failure in a state machine's `Cause`: the step's own message on one machine; in the cloud Lambda's
 * `{ errorType, errorMessage, trace }` around it. Anything else (a timeout, a crash) is a fault of the service.
 */
export const failureFromCause = (cause: string): Failure => {
  const outer = parseJson(cause);
  const direct = failureSchema.safeParse(outer);
  if (direct.success) return direct.data;
  const message =
    typeof outer === 'object' && outer !== null && 'errorMessage' in outer ? outer.errorMessage : undefined;
  const wrapped = failureSchema.safeParse(typeof message === 'string' ? parseJson(message) : undefined);
  return wrapped.success ? wrapped.data : INTERNAL_FAILURE;
};
