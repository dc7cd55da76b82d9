/** Accounts of the load test, and their requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GENERIC_WORKFLOW_ID } from '../../core/requests/processing-request.ts';

/** What was answered to a request. */
export interface Answered {
  readonly status: number;
  /** `Retry-After` in seconds, where the answer has one. */
  readonly retryAfter: number | undefined;
  readonly milliseconds: number;
  readonly processingId: string | undefined;
}

export interface Client {
  /** Posts the document. @param waitSeconds  how long the answer may wait for the result */
  post(document: Uint8Array, waitSeconds: number): Promise<Answered>;
  /** Reads the state of a request. */
  progress(processingId: string): Promise<Answered & { readonly state: string | undefined }>;
}

export const clientOf = (baseUrl: string, apiKey: string): Client => {
  const ask = async (path: string, init: RequestInit = {}): Promise<{ answer: Answered; body: unknown }> => {
    const started = performance.now();
    const response = await fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `ApiKey ${apiKey}` },
    });
    const body: unknown = await response.json();
    const retryAfter = response.headers.get('retry-after');
    const answer = {
      status: response.status,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
      milliseconds: performance.now() - started,
      processingId: (body as { processing_id?: string }).processing_id,
    };
    return { answer, body };
  };
  return {
    post: async (document, waitSeconds) => {
      const form = new FormData();
      form.set('file', new Blob([Buffer.from(document)]), 'letter.pdf');
      const path = `/processing/${GENERIC_WORKFLOW_ID}?wait_for=${waitSeconds}&include=pdf`;
      return (await ask(path, { method: 'POST', body: form })).answer;
    },
    progress: async (id) => {
      const { answer, body } = await ask(`/processing/results/${id}/progress`);
      return { ...answer, state: (body as { state?: string }).state };
    },
  };
};

/** Milliseconds between two looks at a request. */
const POLL_MS = 500;

/** Polls until the request has ended, or the limit has passed. @returns the last state */
export async function untilEnded(client: Client, processingId: string, limitMs: number): Promise<string> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const { state = 'unknown' } = await client.progress(processingId);
    if (state === 'succeeded' || state === 'failed' || performance.now() > limit) return state;
    await sleep(POLL_MS);
  }
}
