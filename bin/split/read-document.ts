/** Reads a file that `tearline split` was given. */
import { readFile, stat } from 'node:fs/promises';
import type { Account } from '../../core/accounts/account.ts';
import { checkSize } from '../../core/processing/store-upload.ts';
import type { Service } from '../../core/service.ts';

/** What the system's codes mean for the user. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EISDIR: 'This is a folder. Name the files in it.',
  EACCES: 'You may not read this file.',
  EPERM: 'You may not read this file.',
};

/** A file that cannot be read; `code` is the system's. */
export class FileNotReadableError extends Error {
  override readonly name = 'FileNotReadableError';
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    const code = cause.code ?? '';
    super(REASONS[code] ?? cause.message, { cause });
    this.code = code;
  }
}

/**
 * The bytes of a file. One that is too large is not read: Node.js reads 2 GiB at most. A pipe has no size before it is read.
 * @throws FileNotReadableError, DocumentTooLargeError
 */
export async function readDocument(service: Service, account: Account, path: string): Promise<Uint8Array> {
  const found = await orNotReadable(stat(path));
  if (found.isFile()) checkSize(service, account, found.size);
  return orNotReadable(readFile(path));
}

const orNotReadable = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    // Only errors of the system have it.
    throw error instanceof Error && 'syscall' in error
      ? new FileNotReadableError(error as NodeJS.ErrnoException)
      : error;
  });
