/**
 * One call of AWS, within a time limit of its own and within that of the caller. The SDK tries again what is transient;
 * what still fails when it gives up, or when the time is over, is said in Tearline's words.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../core/errors.ts';

/** Milliseconds for a call with all its attempts: less than API Gateway waits for an answer. */
const CALL_LIMIT_MS = 20_000;

const callersSignal = new AsyncLocalStorage<AbortSignal>();

/**
 * Every call of AWS that `work` makes ends when the signal aborts: the end of a Lambda invocation, say.
 * Such a call throws TemporarilyUnavailableError, and it is not known whether AWS carried it out.
 */
export const withinSignal = <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  callersSignal.run(signal, work);

/** What a command is sent with. */
export interface CallOptions {
  readonly abortSignal: AbortSignal;
}

interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $retryable?: object;
  readonly code?: string;
}

/** Names that say so although the status is 400, or there is none. */
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

/** True for what may work a moment later: throttling, 5xx, timeouts, broken connections. */
export const isTransient = (error: unknown): boolean => {
  if (!isServiceError(error)) return false;
  const status = error.$metadata?.httpStatusCode;
  return (
    TRANSIENT_NAMES.has(error.name) ||
    NETWORK_CODES.has(error.code ?? '') ||
    error.$retryable !== undefined ||
    (status !== undefined && (status === 429 || status >= 500)) ||
    // An answer that broke off: the status is there, the body is no answer of the service.
    (error.name === 'SyntaxError' && status !== undefined)
  );
};

const unavailable = (service: string, cause: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError(`${service} is not available just now. Try again in a moment.`, { cause });

/** Rejects when the signal aborts, whatever `work` still does. */
const orAborted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error('The time of the call is over.'));
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
 * @param service  its name, for the error's sentence
 * @param call     sends one command, or several that belong together
 * @throws TemporarilyUnavailableError where the service is down or throttles until the time is over; other errors of AWS as they are
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

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Repeats what is only partly done, with random pauses that grow, until the time of the call is over.
 * @param attempt  gives undefined where it has to be made again
 */
export const untilDone = async <Result>(
  attempt: () => Promise<Result | undefined>,
  { abortSignal }: CallOptions,
): Promise<Result> => {
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(randomInt(longest), undefined, { signal: abortSignal });
  }
};

/** Repeats what fails for a moment where the SDK does not: it is done with a call when the answer begins, not when its body ends. */
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
