/** Everything of an account in one ZIP, made in the browser: `account.json` with all records, and each of their files. */
import { fileNameIn } from '../../api/results/file-name-in.ts';
import { ApiProblem, NoAnswerError, problemOf } from '../../api/client/problem.ts';
import { untilServed } from '../../api/client/until-answered.ts';
import { startArchive } from '../../components/archive/growing-archive.ts';
import type { ArchiveProgress } from '../../components/archive/archive-work.ts';

/** Sends a request to the API. @throws NoAnswerError, and the signal's reason */
export type Send = (path: string, method: 'GET' | 'POST', signal: AbortSignal) => Promise<Response>;

/** Answers for what has been deleted since the records were written. */
const GONE = [403, 404, 410];
/** Endings for answers that name no file, by media type. Only these are compressed: the others are already. */
const TEXTS: Readonly<Record<string, string>> = { 'application/json': '.json', 'text/html': '.html' };

/** The same names as those of the command `tearline export`: each file is under the path at which the API serves it. */
export const entryName = (path: string, headers: Headers): string => {
  const name = fileNameIn(headers);
  return path.slice(1) + (name === undefined ? (TEXTS[mediaTypeOf(headers)] ?? '') : `/${name}`);
};

const mediaTypeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] ?? '';

/** @throws ApiProblem, and the signal's reason */
const fetchFile = async (
  send: Send,
  path: string,
  method: 'GET' | 'POST',
  signal: AbortSignal,
): Promise<File | null> => {
  try {
    return await untilServed(() => readAnswer(send, path, method, signal), signal);
  } catch (error) {
    if (method === 'GET' && error instanceof ApiProblem && GONE.includes(error.status)) return null;
    throw error;
  }
};

/** As a whole: where the connection breaks in the middle of it, it is fetched again. */
const readAnswer = async (send: Send, path: string, method: 'GET' | 'POST', signal: AbortSignal): Promise<File> => {
  const response = await send(path, method, signal);
  if (!response.ok) throw problemOf(await response.json().catch(() => undefined), response);
  const { headers } = response;
  try {
    return new File([await response.blob()], entryName(path, headers), { type: mediaTypeOf(headers) });
  } catch (cause) {
    signal.throwIfAborted();
    throw new NoAnswerError({ cause });
  }
};

const pathsIn = (records: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  records
    .flatMap(({ files }) => (Array.isArray(files) ? (files as readonly unknown[]) : []))
    .filter((path) => typeof path === 'string');

/**
 * Fetches one file at a time; the browser keeps what is done on its disk. It waits while the service is away, and as long
 * as the service asks it to. Files that were deleted meanwhile are left out.
 * @throws ArchiveTooLargeError, ApiProblem, and the signal's reason
 */
export const makeAccountArchive = async (
  send: Send,
  signal: AbortSignal,
  onProgress: (progress: ArchiveProgress) => void,
): Promise<Blob> => {
  const archive = startArchive();
  const records = await fetchFile(send, '/account/export', 'POST', signal);
  // Only a GET can be gone.
  if (records === null) throw new Error('There are no records.');
  await archive.addStream('account.json', records.stream(), true);
  // The schema of the 201.
  const account = JSON.parse(await records.text()) as { readonly records: readonly Record<string, unknown>[] };
  const paths = pathsIn(account.records);
  for (const [done, path] of paths.entries()) {
    onProgress({ done, count: paths.length });
    const file = await fetchFile(send, path, 'GET', signal);
    if (file !== null) await archive.addStream(file.name, file.stream(), file.type in TEXTS);
  }
  return archive.end();
};
