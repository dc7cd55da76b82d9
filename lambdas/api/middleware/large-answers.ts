/**
 * Answers that are larger than the host can carry are fetched from storage (docs/decisions/0006): Lambda hands over 6 MB at
 * most. The local host carries everything.
 */
import type { Clock, DownloadAddresses } from '../../../core/ports.ts';
import type { Answer } from '../answer.ts';
import { json } from '../answer.ts';

export interface LargeAnswers {
  /** Bytes of an answer as the host hands it over: text as a JSON string, everything else in base64. */
  readonly maxBytes: number;
  readonly downloads: DownloadAddresses;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lambda's limit is 6 MB for the whole result; what is left is for the headers. */
export const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024 - 64 * 1024;

/** Milliseconds for which an address is good: long enough to follow a redirect and fetch 100 MB, too short to pass it on. */
const ADDRESS_LIFE_MS = 15 * 60_000;

/** Times that a character of text can become longer in JSON: a control character becomes six. */
const LONGEST_ESCAPE = 6;

const carriedBytes = (body: string | Uint8Array, limit: number): number => {
  if (typeof body !== 'string') return Math.ceil(body.length / 3) * 4;
  // Counting costs a copy of the text: only for one that may be too long.
  return body.length * LONGEST_ESCAPE <= limit ? body.length : Buffer.byteLength(JSON.stringify(body));
};

/** A body's bytes as a client counts them. */
const sizeOf = (body: string | Uint8Array): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.length;

/**
 * The answer itself, or, where it is too large and lies in storage, a redirect to it: 307 for what was asked for with GET, 303 for the
 * result of a POST. A HEAD is answered without a body and needs none.
 */
export const carriable = async (
  method: string,
  answer: Answer,
  { maxBytes, downloads, clock }: LargeAnswers,
): Promise<Answer> => {
  if (answer.blobKey === undefined || method === 'HEAD' || carriedBytes(answer.body, maxBytes) <= maxBytes)
    return answer;
  const expiresAt = new Date(clock.now().getTime() + ADDRESS_LIFE_MS);
  const url = await downloads.presignDownload(await answer.blobKey(), expiresAt);
  return json(
    method === 'GET' ? 307 : 303,
    { url, expires_at: expiresAt.toISOString(), size: sizeOf(answer.body) },
    { Location: url, 'Cache-Control': 'no-store' },
  );
};
