import { setTimeout as sleep } from 'node:timers/promises';

export class NotInTimeError extends Error {
  readonly code = 'not_in_time';

  constructor(what: string, seconds: number) {
    super(`${what}: this has not ended within ${seconds} s.`);
    this.name = 'NotInTimeError';
  }
}

/**
 * For what a browser may never answer, such as a frame that is not drawn.
 * @param what  what is waited for, for the error
 * @throws NotInTimeError, and what `wanted` rejects with
 */
export const inTime = async <Value>(what: string, seconds: number, wanted: Promise<Value>): Promise<Value> => {
  const ended = new AbortController();
  const limit = sleep(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new NotInTimeError(what, seconds);
  });
  try {
    return await Promise.race([wanted, limit]);
  } finally {
    ended.abort();
  }
};
