/** What a parser pool and its child processes say to each other, and how a named error crosses between them. */
import * as errors from '../errors.ts';
import { StorageFullError, TearlineError } from '../errors.ts';

/** Pool → child: do this job. A child has one job at a time. */
export interface JobMessage {
  readonly job: string;
  readonly input: unknown;
}

export interface ErrorMessage {
  /** Class name, e.g. `DocumentEncryptedError`. */
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** Child → pool. `rss`: bytes of memory that the child holds after the job. */
export type ChildMessage =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'done'; readonly output: unknown; readonly rss: number }
  | { readonly kind: 'failed'; readonly error: ErrorMessage; readonly rss: number };

/** An error as plain data. A full disk becomes the named StorageFullError here, where its `code` can still be seen. */
export const packError = (thrown: unknown): ErrorMessage => {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  if ('code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT'))
    return packError(new StorageFullError());
  return { name: thrown.name, message: thrown.message, ...(thrown.stack === undefined ? {} : { stack: thrown.stack }) };
};

type ErrorClass = new (detail: string) => TearlineError;

const isErrorClass = (exported: unknown): exported is ErrorClass =>
  typeof exported === 'function' && exported.prototype instanceof TearlineError;

const exportedClasses: readonly (readonly [string, unknown])[] = Object.entries(errors);
const classesByName = new Map(
  exportedClasses.flatMap(([name, exported]) => (isErrorClass(exported) ? [[name, exported] as const] : [])),
);

/** The error as its own class again; one that Tearline does not name stays an Error with the child's stack. */
export const unpackError = (packed: ErrorMessage): Error => {
  const NamedError = classesByName.get(packed.name);
  if (NamedError === StorageFullError) return new StorageFullError();
  if (NamedError !== undefined) return new NamedError(packed.message);
  const error = new Error(`${packed.name} in a parser process: ${packed.message}`);
  if (packed.stack !== undefined) error.stack = `${error.message}\n${packed.stack}`;
  return error;
};
