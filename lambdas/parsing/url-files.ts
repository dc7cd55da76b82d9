/** The files of a document job behind presigned URLs, whose addresses never appear in an error or a log. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { BlobNotFoundError, TemporarilyUnavailableError } from '../../core/errors.ts';
import type { BlobFile } from '../../core/ports.ts';
import type { JobFiles } from '../../core/processing/parsing/job-files.ts';
import type { UrlToWrite } from '../../core/processing/parsing/parse-messages.ts';

const ATTEMPTS = 5;
/** Milliseconds before the second attempt; doubled each time. */
const FIRST_PAUSE_MS = 100;
const NOT_FOUND = 404;
/** Transfers at a time: each has a file and a connection open, and a function may open 1,024 of both together. */
const TRANSFERS = 64;

/** A response that no repetition changes: the URL has expired, or is not valid for this. */
class RefusedError extends TemporarilyUnavailableError {
  constructor(cause: Error) {
    super('The document store refused a request.', { cause });
    // The name by which the caller knows it.
    this.name = TemporarilyUnavailableError.name;
  }
}

const unavailable = (cause?: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('The document store is not available just now. Try again in a moment.', { cause });

/** @throws BlobNotFoundError, TemporarilyUnavailableError */
const check = async (response: Response): Promise<void> => {
  if (response.ok) return;
  await response.body?.cancel();
  if (response.status === NOT_FOUND) throw new BlobNotFoundError('A blob of the job does not exist.');
  const cause = new Error(`The document store answered ${response.status}.`);
  throw response.status < 500 && response.status !== 429 ? new RefusedError(cause) : unavailable(cause);
};

/** Repeats what fails for a moment, from its first byte. */
const repeated = async <Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RefusedError || error instanceof BlobNotFoundError) throw error;
      if (tried === ATTEMPTS) throw error instanceof TemporarilyUnavailableError ? error : unavailable(error);
    }
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1), undefined, { signal });
  }
};

const fetchFile = async (url: string, signal: AbortSignal): Promise<BlobFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-document-'));
  const release = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'blob');
  try {
    await repeated(signal, async () => {
      const response = await fetch(url, { signal });
      await check(response);
      // An object of no bytes has no body.
      await pipeline(
        response.body === null ? Readable.from([]) : response.body,
        createWriteStream(path, { mode: 0o600 }),
      );
    });
  } catch (error) {
    await release();
    throw error;
  }
  return { path, release };
};

const storeFile = ({ url, contentType }: UrlToWrite, path: string, signal: AbortSignal): Promise<void> =>
  repeated(signal, async () => {
    const body = await openAsBlob(path, { type: contentType });
    const response = await fetch(url, { method: 'PUT', body, headers: { 'Content-Type': contentType }, signal });
    await check(response);
    await response.body?.cancel();
  });

/** @param signal  ends all transfers */
export const urlFiles = (signal: AbortSignal): JobFiles<string, UrlToWrite> => {
  const limit = pLimit(TRANSFERS);
  return {
    fetch: (url) => limit(() => fetchFile(url, signal)),
    store: (write, path) => limit(() => storeFile(write, path, signal)),
  };
};
