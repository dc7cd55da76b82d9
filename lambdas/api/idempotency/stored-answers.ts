/** Which answers are kept for retries with the same `Idempotency-Key`, and in which form. */
import { TrainingRefusedError, UploadNotReadyError, ValidationError } from '../../../core/errors.ts';
import type { BlobStore } from '../../../core/ports.ts';
import type { StoredAnswer } from '../../../core/requests/idempotency.ts';
import { findResult } from '../../../core/results/result-file.ts';
import type { Answer } from '../answer.ts';
import { isStored, storedBlob } from '../answer.ts';
import { seal, unseal } from './sealed-answers.ts';

/** Refusals whose cause is the request itself: its path, query or body. docs/api.md lists them. */
const KEPT_REFUSALS: readonly number[] = [400, 404, 413, 422];

/** Characters of a text that is kept in the row. A longer result is kept as the blob that the answer can make. */
const MAX_INLINE = 4096;
/** Characters of a refusal that is kept: a row has at most 400 KB as JSON. */
const MAX_REFUSAL = 128 * 1024;
/**
 * Bytes of a kept blob that is read as text. A longer one is above the size limit of every host that has one, and is too
 * long to be coded.
 */
const MOST_READ = 16 * 1024 * 1024;

/** Headers are not part of what makes two requests the same. */
const isAboutHeaders = (error: unknown): boolean =>
  error instanceof ValidationError && error.issues.some(({ loc }) => loc[0] === 'header');

/** Refusals whose cause changes with time: the same request may be accepted later. */
const OF_THE_MOMENT = [UploadNotReadyError, TrainingRefusedError];

/** Whether a refusal is kept. */
export const isKept = (error: unknown, { status, body }: Answer): boolean =>
  KEPT_REFUSALS.includes(status) &&
  body.length <= MAX_REFUSAL &&
  !isAboutHeaders(error) &&
  !OF_THE_MOMENT.some((known) => error instanceof known);

/**
 * The answer as it is kept. Writes the blob of a long one.
 * @param sealWith  the Idempotency-Key, where the answer holds a secret
 */
export const toStored = async (answer: Answer, sealWith?: string): Promise<StoredAnswer> => ({
  status: answer.status,
  headers: { ...answer.headers },
  body: await toStoredBody(answer, sealWith),
});

const toStoredBody = async ({ body, blobKey }: Answer, sealWith: string | undefined): Promise<StoredAnswer['body']> => {
  if (isStored(body)) return { blob_key: body.blob.key };
  if (blobKey !== undefined && body.length > MAX_INLINE) return { blob_key: await blobKey() };
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return sealWith === undefined ? { text } : { sealed: seal(text, sealWith) };
};

/**
 * The answer with its text: what applies to text, such as the host's size limit, applies as it did at first. A very long
 * text stays in its blob: some are longer than a text of JavaScript can be.
 * @throws BlobNotFoundError
 */
export const toAnswer = async (
  blobs: Pick<BlobStore, 'get' | 'head'>,
  { status, headers, body }: StoredAnswer,
  idempotencyKey: string,
): Promise<Answer> => {
  if ('text' in body) return { status, headers, body: body.text };
  if ('sealed' in body) return { status, headers, body: unseal(body.sealed, idempotencyKey) };
  const key = body.blob_key;
  const blob = await findResult(blobs, key);
  if (blob.size > MOST_READ) return { ...storedBlob(blob), status, headers };
  return {
    status,
    headers,
    body: new TextDecoder().decode(await blobs.get(key)),
    blobKey: () => Promise.resolve(key),
  };
};
