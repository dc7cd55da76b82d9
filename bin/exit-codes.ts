/** What the command's exit status means; printed by `tearline --help`. */
import { StorageFullError, TearlineError, ValidationError } from '../core/errors.ts';

export const EXIT = { ok: 0, missing: 1, usage: 2, unreadable: 3, io: 4, internal: 70, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0   all went well
  1   doctor: something essential is missing
  2   the command line is wrong
  3   a document could not be processed (the others were)
  4   a file could not be read or written, no room is left, or the port or data folder is taken
  70  a fault of Tearline itself
  130 stopped by the user`;

/** The command line names something that is not there or does not fit: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The local host's own errors, by name: importing their classes would load all of the host for `--help`. */
const TAKEN = new Set(['PortInUseError', 'DataFolderInUseError']);

/** True for what the operating system says: ENOENT, EACCES, ENOSPC, EADDRINUSE, … */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** Which exit code an error that ends the command stands for. */
export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError || error instanceof ValidationError) return EXIT.usage;
  if (error instanceof StorageFullError || isSystemError(error) || (error instanceof Error && TAKEN.has(error.name)))
    return EXIT.io;
  if (error instanceof TearlineError) return EXIT.unreadable;
  return EXIT.internal;
};

/** What is printed of it: a sentence where we know what happened, the stack where we do not. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return exitCodeOf(error) === EXIT.internal ? (error.stack ?? error.message) : error.message;
};
