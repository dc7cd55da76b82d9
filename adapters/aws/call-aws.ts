/**
 * One call to AWS, with its own time limit and that of the caller. The SDK retries transient errors. A transient error
 * that outlasts the retries or the time limit becomes a TemporarilyUnavailableError.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../core/errors.ts';

/** Milliseconds for a call with all its attempts: less than API Gateway's timeout of 29 s. */
const CALL_LIMIT_MS = 20_000;

const callersSignal = new AsyncLocalStorage<AbortSignal>();

/**
 * Aborts every AWS call of `work` with the signal, e.g. at the end of a Lambda invocation.
 * An aborted call throws TemporarilyUnavailableError; AWS may have executed it or not.
 */
export const withinSignal = <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  callersSignal.run(signal, work);

/** Options for the SDK's `send`. */
export interface CallOptions {
  readonly abortSignal: AbortSignal;
}

interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $retryable?: object;
  readonly code?: string;
}

/** Names of transient errors whose status is 400 or absent. */
const TRANSIENT_NAMES = new Set([
  'AbortError',
  'TimeoutError',
  'RequestTimeout',
  'RequestTimeoutException',
  'NetworkingError',
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceededException',
  'SlowDown',
  'LimitExceededException',
  'TransactionInProgressException',
  'TransactionConflictException',
  'OperationAbortedException',
  'ExpiredTokenException',
  'ExpiredToken',
]);
const NETWORK_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
]);

const isServiceError = (error: unknown): error is ServiceError => error instanceof Error;

/** True for errors that a retry may resolve: throttling, 5xx, timeouts, broken connections. */
export const isTransient = (error: unknown): boolean => {
  if (!isServiceError(error)) return false;
  const status = error.$metadata?.httpStatusCode;
  return (
    TRANSIENT_NAMES.has(error.name) ||
    NETWORK_CODES.has(error.code ?? '') ||
    error.$retryable !== undefined ||
    (status !== undefined && (status === 429 || status >= 500)) ||
    // A truncated response: it has a status, but its body cannot be parsed.
    (error.name === 'SyntaxError' && status !== undefined)
  );
};

const unavailable = (service: string, cause: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError(`${service} is not available just now. Try again in a moment.`, { cause });

/** Settles as `work` does, or rejects as soon as the signal aborts. */
const orAborted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error('The call timed out.'));
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/**
 * @param service  name of the service in the error message
 * @param call     sends one command, or several that belong together
 * @param limitMs  milliseconds for all commands and attempts together
 * @throws TemporarilyUnavailableError for transient errors and after the time limit; other AWS errors unchanged
 */
export const callAws = async <Result>(
  service: string,
  call: (options: CallOptions) => Promise<Result>,
  limitMs = CALL_LIMIT_MS,
): Promise<Result> => {
  const signals = [AbortSignal.timeout(limitMs), callersSignal.getStore()].filter((signal) => signal !== undefined);
  const abortSignal = AbortSignal.any(signals);
  try {
    return await orAborted(call({ abortSignal }), abortSignal);
  } catch (error) {
    if (abortSignal.aborted || isTransient(error)) throw unavailable(service, error);
    throw error;
  }
};

/** Milliseconds of the longest random pause, before the second and before late attempts. */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;

/**
 * Repeats an attempt that is only partly done, with exponential backoff and jitter, until the call is aborted.
 * @param attempt  resolves to undefined where it must be repeated
 */
export const untilDone = async <Result>(
  attempt: () => Promise<Result | undefined>,
  { abortSignal }: CallOptions,
): Promise<Result> => {
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, MAX_PAUSE_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(randomInt(longest), undefined, { signal: abortSignal });
  }
};

/** Retries transient errors while the body is read: the SDK's retries end when the response begins. */
export const untilWhole = async <Result>(attempt: () => Promise<Result>, options: CallOptions): Promise<Result> => {
  const { result } = await untilDone(async () => {
    try {
      return { result: await attempt() };
    } catch (error) {
      if (options.abortSignal.aborted || !isTransient(error)) throw error;
      return undefined;
    }
  }, options);
  return result;
};
