/** What an error says of a file on its way. */
import { ApiProblem, FileUnreadableError, NoAnswerError } from '../../api/client/problem.ts';
import type { Failure, Interruption } from './queued-file.ts';

/** Faults of the service, after which the same request may succeed. */
export const isFault = (error: unknown): boolean => error instanceof ApiProblem && error.status >= 500;

/** The first attempt with the same Idempotency-Key is still being answered. */
const isInUse = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'idempotency_key_in_use';

/** Why a file waits; undefined: the service refuses it, and a repetition would be refused too. */
export const interruptionOf = (error: unknown): Interruption | undefined => {
  if (error instanceof NoAnswerError) return 'no_answer';
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.status === 401) return 'signed_out';
  return error.status === 429 || isFault(error) || isInUse(error) ? 'busy' : undefined;
};

/** Whether the service may have made a request of the file. @param left  part of the file that had left, 0 to 1 */
export const mayHaveArrived = (error: unknown, left: number): boolean =>
  error instanceof NoAnswerError ? left >= 1 : isFault(error) || isInUse(error);

/** Whether the service has no request of the file, and makes none. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem && interruptionOf(error) === undefined;

export const failureOf = (error: unknown): Failure =>
  error instanceof ApiProblem || error instanceof FileUnreadableError
    ? { code: error.code, detail: error.message }
    : { code: 'unknown', detail: error instanceof Error ? error.message : String(error) };
