/** Exit codes of the command; `tearline --help` prints them. */
import { TearlineError, ValidationError, isTransient } from '../core/errors.ts';

export const EXIT = { ok: 0, missing: 1, usage: 2, unreadable: 3, io: 4, internal: 70, stopped: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
Exit codes:
  0   all went well
  1   doctor: something essential is missing; restore-drill: a step failed
  2   the command line is wrong
  3   a document could not be processed (the others were)
  4   a file could not be read or written, or the output not written, no room is left, the port or
      data folder is taken, or a service does not answer as it should
  70  a fault of Tearline itself
  130 stopped by the user`;

/** The command line is invalid, or names something that does not exist: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Errors of the local host, of files, of an export and of models, by name: importing their classes would load the whole host for `--help`. */
const IO_ERRORS = new Set([
  'PortInUseError',
  'DataFolderInUseError',
  'DataFolderUnusableError',
  'ExportRefusedError',
  'FileNotReadableError',
  'ModelFilesError',
  'ModelDownloadError',
  'RuntimeInstallError',
]);

/** True for errors of the operating system: ENOENT, EACCES, ENOSPC, EADDRINUSE, … */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** The exit code for an error that ends the command. */
export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError || error instanceof ValidationError) return EXIT.usage;
  if (isTransient(error) || isSystemError(error) || (error instanceof Error && IO_ERRORS.has(error.name)))
    return EXIT.io;
  if (error instanceof TearlineError) return EXIT.unreadable;
  return EXIT.internal;
};

/** The text to print for an error: its message, or the stack of an internal error. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return exitCodeOf(error) === EXIT.internal ? (error.stack ?? error.message) : error.message;
};
