/**
 * The transport of errors through the state machine. Step Functions keeps two strings of an error, `Error` (its name)
 * and `Cause`. A step therefore throws an error whose message is the failure as JSON, which RecordFailure parses.
 */
import {
  ParsersBusyError,
  ServingModelChangedError,
  TearlineError,
  WorkflowDeletedError,
  WorkflowModelUnusableError,
  isTransient,
} from '../errors.ts';
import { failureSchema } from './processing-request.ts';
import type { Failure } from './processing-request.ts';

/** The error name that the state machines retry. */
const RETRIED_ERROR_NAME = 'TemporarilyUnavailableError';
/** The name of an invocation that Lambda throttles: a step that waits for a throttled one is retried in the same way. */
const THROTTLED_ERROR_NAME = 'Lambda.TooManyRequestsException';

const INTERNAL_FAILURE: Failure = {
  code: 'processing_failed',
  detail: 'The document could not be processed because of a fault of the service. Try it again.',
  status: 500,
  caused_by_document: false,
};

/** The failure of a request that its account cancelled. */
export const CANCELLED: Failure = {
  code: 'cancelled',
  detail: 'The processing request was cancelled.',
  status: 500,
  caused_by_document: false,
};

const LIMIT_REACHED = 402;
/**
 * What the account can do something about: the request was cancelled, its workflow deleted, another model became the
 * workflow's, or the workflow's model cannot be loaded.
 */
const CAUSED_BY_ACCOUNT: readonly string[] = [
  CANCELLED.code,
  new WorkflowDeletedError().code,
  new ServingModelChangedError('').code,
  new WorkflowModelUnusableError().code,
];

/**
 * The failure of a request, a training or a training document as far as the caller learns it. Its reason is given only
 * where the document, the training data or a limit of the plan is the cause, or what the account can change.
 */
export const disclosed = (failure: Failure | undefined): Failure | undefined =>
  failure !== undefined &&
  (failure.caused_by_document || failure.status === LIMIT_REACHED || CAUSED_BY_ACCOUNT.includes(failure.code))
    ? failure
    : undefined;

/** The code of a request's failure as the answers of its results have it; null where it has not failed. */
export const disclosedCode = (failure: Failure | undefined): string | null =>
  failure === undefined ? null : (disclosed(failure)?.code ?? INTERNAL_FAILURE.code);

/** Returns the failure to store: code, status and message of a TearlineError. Other errors are not disclosed. */
export const failureOf = (error: unknown): Failure =>
  error instanceof TearlineError
    ? { code: error.code, detail: error.message, status: error.status, caused_by_document: error.causedByDocument }
    : INTERNAL_FAILURE;

/** The error that a step throws. Retry and Catch match its name. Its message is the failure as JSON. */
export class StepFailedError extends Error {
  constructor(error: unknown) {
    super(JSON.stringify(failureOf(error)), { cause: error });
    // Space may become free meanwhile: a full disk is retried like any other temporary error.
    const named = error instanceof Error ? error.name : 'Error';
    this.name =
      error instanceof ParsersBusyError ? THROTTLED_ERROR_NAME : isTransient(error) ? RETRIED_ERROR_NAME : named;
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
 * Parses a state machine's `Cause`. On the local host it is the step's message; on AWS, Lambda wraps the message in
 * `{ errorType, errorMessage, trace }`. Anything else (a timeout, a crash) is returned as an internal failure.
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
