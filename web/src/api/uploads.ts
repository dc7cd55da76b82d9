/** Files on their way into the service: in the request itself, or straight to storage where they are large. */
import { config } from '../app/config.ts';
import { answerOf, api, apiUrl } from './client/client.ts';
import type { Schema } from './client/client.ts';
import { sendWithProgress } from './client/send-with-progress.ts';

/** Bytes up to which a file travels in the request itself: a deployment takes about 4.5 MB (docs/api.md). */
export const MAX_DIRECT_BYTES = 4_000_000;

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** @param part  of the file that has left, 0 to 1 */
  readonly onProgress?: ((part: number) => void) | undefined;
}

const TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/tiff', 'image/webp'] as const;

/** The service looks into the file for anything that the browser does not name so. */
const typeOf = ({ type }: File): Schema<'UploadContentType'> =>
  TYPES.find((known) => known === type) ?? 'application/octet-stream';

/** On one machine, storage is the host itself, which a proxy may call by another name or scheme than the browser does. */
const storageUrl = (url: string): string => {
  const { pathname, search } = new URL(url);
  return config.api_url === '' ? `${window.location.origin}${pathname}${search}` : url;
};

/**
 * Sends a file straight to storage.
 * @returns its upload_id, which processing requests and training documents take instead of the file
 * @throws ApiProblem, NoAnswerError, FileUnreadableError, and the signal's reason
 */
export const uploadFile = async (file: File, { signal, onProgress }: UploadOptions = {}): Promise<string> => {
  const body = { file_name: file.name, content_type: typeOf(file), size: file.size };
  const made = await answerOf(api.POST('/uploads', { body, ...(signal === undefined ? {} : { signal }) }));
  await sendWithProgress({
    method: made.method,
    url: storageUrl(made.url),
    body: file,
    headers: made.headers,
    withCredentials: false,
    signal,
    onProgress: (bytes) => onProgress?.(file.size === 0 ? 1 : bytes / file.size),
  });
  return made.upload_id;
};

/** Sends a form of the API, with what has left of it. @throws as sendWithProgress */
export const sendForm = (
  path: string,
  form: FormData,
  {
    idempotencyKey,
    signal,
    onProgress,
    size,
  }: UploadOptions & { readonly idempotencyKey: string; readonly size: number },
): Promise<unknown> =>
  sendWithProgress({
    method: 'POST',
    url: apiUrl(path),
    body: form,
    headers: { 'idempotency-key': idempotencyKey, prefer: 'respond-async' },
    withCredentials: true,
    signal,
    onProgress: (bytes) => onProgress?.(Math.min(1, bytes / Math.max(1, size))),
  });
