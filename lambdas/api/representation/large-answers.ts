/**
 * Presigned redirects for responses above the host's size limit (docs/decisions/0006). A Lambda response has at most
 * 6 MB; the local host has no limit.
 */
import type { Clock, DownloadAddresses } from '../../../core/ports.ts';
import type { Answer, Body } from '../answer.ts';
import { json } from '../answer.ts';

export interface LargeAnswers {
  /** Bytes of a body as the host encodes it: text as a JSON string, everything else in base64. */
  readonly maxBytes: number;
  readonly downloads: DownloadAddresses;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lambda's limit is 6 MB for the whole result; 64 KB are reserved for the headers. */
export const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024 - 64 * 1024;

/** Milliseconds until a presigned URL expires: enough to follow the redirect and fetch 100 MB, too short to share. */
const URL_LIFETIME_MS = 15 * 60_000;

/** Characters that one character of text takes in JSON at most: a control character becomes `\u0000`. */
const LONGEST_ESCAPE = 6;

const encodedBytes = (body: Body, limit: number): number => {
  if (typeof body !== 'string') return Math.ceil(body.length / 3) * 4;
  // Counting copies the text, so it is done only where the text may be too long.
  return body.length * LONGEST_ESCAPE <= limit ? body.length : Buffer.byteLength(JSON.stringify(body));
};

/**
 * The answer itself, or a redirect to its blob where it is too large: 307 for a GET, 303 for a POST. The response to a
 * HEAD has no body and is never redirected.
 */
export const withinSizeLimit = async (
  method: string,
  answer: Answer,
  { maxBytes, downloads, clock }: LargeAnswers,
): Promise<Answer> => {
  if (answer.stored === undefined || method === 'HEAD' || encodedBytes(answer.body, maxBytes) <= maxBytes)
    return answer;
  const expiresAt = new Date(clock.now().getTime() + URL_LIFETIME_MS);
  const { key, size } = await answer.stored();
  const url = await downloads.presignDownload(key, expiresAt, answer.headers['Content-Disposition']);
  return json(
    method === 'GET' ? 307 : 303,
    { url, expires_at: expiresAt.toISOString(), size },
    { Location: url, 'Cache-Control': 'no-store' },
  );
};
