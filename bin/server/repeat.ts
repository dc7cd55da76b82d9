/** Work that the server process does at intervals. */
import type { Clock } from '../../core/ports.ts';

export interface Repeated {
  /** Tells the work to stop, and waits until it is not running any more. */
  end(): Promise<void>;
}

/**
 * Does the work now and again after an interval, until its end is requested: never twice at a time.
 * @param work  does not reject; once the signal aborts, it begins nothing more
 */
export const repeat = (
  clock: Pick<Clock, 'sleep'>,
  intervalMs: number,
  work: (stop: AbortSignal) => Promise<void>,
): Repeated => {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await work(stop.signal);
      await clock.sleep(intervalMs, stop.signal);
    }
  };
  const running = run();
  return {
    end: () => {
      stop.abort();
      return running;
    },
  };
};
