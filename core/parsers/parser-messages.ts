/** The messages between a parser pool and its child processes, and the serialisation of named errors. */
import * as errors from '../errors.ts';
import { StorageFullError } from '../errors.ts';
import type { TearlineError } from '../errors.ts';

/** Pool → child: run this job. A child runs one job at a time. */
export interface JobMessage {
  readonly job: string;
  readonly input: unknown;
}

export interface ErrorMessage {
  /** Class name, e.g. `DocumentEncryptedError`. */
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** Child → pool. `rss`: resident memory of the child after the job, in bytes. */
export type ChildMessage =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'crop' }
  | { readonly kind: 'done'; readonly output: unknown; readonly rss: number }
  | { readonly kind: 'failed'; readonly error: ErrorMessage; readonly rss: number };

/** Serialises an error. A full disk becomes a StorageFullError here, because only the child sees the error's `code`. */
export const packError = (thrown: unknown): ErrorMessage => {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  if ('code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT'))
    return packError(new StorageFullError());
  return { name: thrown.name, message: thrown.message, ...(thrown.stack === undefined ? {} : { stack: thrown.stack }) };
};

/** The errors that a job may have. A process that a hostile document has taken over can claim no other. */
const JOB_ERRORS: ReadonlyMap<string, new (detail: string) => TearlineError> = new Map(
  [
    errors.UnsupportedFormatError,
    errors.DocumentUnreadableError,
    errors.DocumentEncryptedError,
    errors.DocumentEmptyError,
    errors.DocumentTooLargeError,
    errors.TooManyPagesError,
    errors.BlobNotFoundError,
    errors.TemporarilyUnavailableError,
  ].map((NamedError) => [NamedError.name, NamedError]),
);
/** Characters of a job's message that are kept: it becomes part of the request's row. */
const MAX_DETAIL = 1000;

/** Restores the error's class. Any other than those of jobs becomes an Error with the child's stack. */
export const unpackError = (packed: ErrorMessage): Error => {
  if (packed.name === 'StorageFullError') return new StorageFullError();
  const NamedError = JOB_ERRORS.get(packed.name);
  if (NamedError !== undefined) return new NamedError(packed.message.slice(0, MAX_DETAIL));
  const error = new Error(`${packed.name} in a parser process: ${packed.message}`);
  if (packed.stack !== undefined) error.stack = `${error.message}\n${packed.stack}`;
  return error;
};
