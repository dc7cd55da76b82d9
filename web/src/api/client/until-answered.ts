import { NoAnswerError } from './problem.ts';
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
