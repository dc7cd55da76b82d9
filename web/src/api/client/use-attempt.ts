/** The same key for every attempt to send the same: a lost answer does not make a thing twice. */
import { useState } from 'react';
import { ApiProblem } from './problem.ts';

export interface Attempt {
  /** For `Idempotency-Key`. */
  readonly key: string;
  /** When the content was sent first, in milliseconds since 1970: what depends on the time is the same each time too. */
  readonly begunAt: number;
}

/**
 * Sends a content.
 * @param content  what can be JSON; another one is another request
 * @throws what `send` throws
 */
type Attempts = <Answer>(content: unknown, send: (attempt: Attempt) => Promise<Answer>) => Promise<Answer>;

/** Refusals that the service repeats under the same key (docs/api.md, retries). */
const REPEATED: readonly number[] = [400, 404, 410, 413, 422];

export const startAttempts = (): Attempts => {
  let last: (Attempt & { readonly content: string }) | undefined;
  return async (content, send) => {
    const text = JSON.stringify(content);
    const attempt = last?.content === text ? last : { content: text, key: crypto.randomUUID(), begunAt: Date.now() };
    last = attempt;
    const forget = (): void => {
      if (last === attempt) last = undefined;
    };
    try {
      const answer = await send(attempt);
      forget();
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem && REPEATED.includes(error.status)) forget();
      throw error;
    }
  };
};

export const useAttempt = (): Attempts => useState(startAttempts)[0];
