import { ApiProblem, NoAnswerError } from './problem.ts';
import { noteAnswer } from './service-away.ts';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;

/**
 * Milliseconds before the next attempt while the service is away: 1, 2, 4, 8 and then 15 seconds.
 * @param before  milliseconds of the wait before; absent: there was none
 */
export const nextWait = (before?: number): number =>
  before === undefined ? FIRST_WAIT_MS : Math.min(2 * before, MAX_WAIT_MS);

/** Waits, but no longer than until the browser has a network again, or until `stop`. */
export const pause = (ms: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('online', goOn);
      stop?.removeEventListener('abort', goOn);
      resolve();
    };
    const timer = window.setTimeout(goOn, ms);
    window.addEventListener('online', goOn);
    stop?.addEventListener('abort', goOn);
  });

/**
 * Sends a request again and again as long as it gets no answer; the page says so meanwhile.
 * @param stop  ends the repetition
 * @param onWait  called before each further attempt
 * @throws what the service answers, and NoAnswerError once it is stopped
 */
export const untilAnswered = async <Answer>(
  send: () => Promise<Answer>,
  stop: AbortSignal,
  onWait?: () => void,
): Promise<Answer> => {
  const question = {};
  try {
    for (let wait = nextWait(); ; wait = nextWait(wait)) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        noteAnswer(question, true);
        onWait?.();
        await pause(wait, stop);
        if (stop.aborted) throw error;
      }
    }
  } finally {
    noteAnswer(question, false);
  }
};

/** Answers after which the same request may succeed. */
const TRY_AGAIN: readonly number[] = [429, 503];
/** A service that asks so often in sequence to try again is taken as unavailable. */
const MAX_TRIES = 20;

/**
 * Sends a request that reads until it is served. It waits while the service is away. Where the service is busy, it waits as
 * long as that asks for, and no less than longer and longer.
 * @param stop  ends the repetition
 * @throws what the service answers otherwise, and at the 20th attempt; the signal's reason or NoAnswerError once it is stopped
 */
export const untilServed = async <Answer>(send: () => Promise<Answer>, stop: AbortSignal): Promise<Answer> => {
  for (let tries = 1, wait = nextWait(); ; tries += 1, wait = nextWait(wait)) {
    try {
      return await untilAnswered(send, stop);
    } catch (error) {
      if (!(error instanceof ApiProblem) || !TRY_AGAIN.includes(error.status) || tries === MAX_TRIES) throw error;
      stop.throwIfAborted();
      await pause(Math.max(wait, 1000 * (error.retryAfter ?? 0)), stop);
      stop.throwIfAborted();
    }
  }
};
