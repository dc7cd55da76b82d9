/** Many uploads at once: each is accepted or refused with a time after which to try again, and each accepted one ends. */
import { untilEnded } from './client.ts';
import type { Client } from './client.ts';
import { quantile, rounded } from '../statistics.ts';

export interface Burst {
  readonly uploads: number;
  readonly accepted: number;
  /** Answered 429 or 503 with `Retry-After`. */
  readonly told_to_wait: number;
  /** Any other answer, and a 429 or 503 without `Retry-After`. */
  readonly otherwise: number;
  readonly succeeded: number;
  /** Accepted ones that failed, or had not ended at the limit. */
  readonly not_succeeded: number;
  /** Until the answer, in seconds. */
  readonly answer_p99_s: number;
  /** Until the last result, in seconds. */
  readonly until_all_ended_s: number;
}

/** Milliseconds for which accepted requests are waited for. */
const LIMIT_MS = 900_000;

export async function sendBurst(client: Client, document: Uint8Array, uploads: number): Promise<Burst> {
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: uploads }, () => client.post(document, 0)));
  const accepted = answers.flatMap(({ status, processingId }) =>
    (status === 201 || status === 202) && processingId !== undefined ? [processingId] : [],
  );
  const toldToWait = answers.filter(
    ({ status, retryAfter }) => (status === 429 || status === 503) && retryAfter !== undefined && retryAfter > 0,
  ).length;
  const states: string[] = [];
  // One after the other: the state of a thousand would itself be a load.
  for (const id of accepted) states.push(await untilEnded(client, id, LIMIT_MS));
  const succeeded = states.filter((state) => state === 'succeeded').length;
  return {
    uploads,
    accepted: accepted.length,
    told_to_wait: toldToWait,
    otherwise: uploads - accepted.length - toldToWait,
    succeeded,
    not_succeeded: accepted.length - succeeded,
    answer_p99_s: rounded(
      quantile(
        answers.map(({ milliseconds }) => milliseconds),
        0.99,
      ) / 1000,
    ),
    until_all_ended_s: rounded((performance.now() - started) / 1000, 1),
  };
}
