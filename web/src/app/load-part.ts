import { noteAnswer } from '../api/service-away.ts';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;

/** Waits, but no longer than until the browser has a network again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('online', goOn);
      resolve();
    };
    const timer = window.setTimeout(goOn, ms);
    window.addEventListener('online', goOn);
  });

/** Asks for a small file that is there as long as the application is. */
const isReachable = async (): Promise<boolean> => {
  try {
    await fetch('/favicon.svg', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
};

/**
 * Loads a part of the application, where the network or the service is away as soon as it is back.
 * @throws what `load` throws although the service answers: the part is not there any more, as after an update
 */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  const question = {};
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
      // It may have come back between the attempt and the question, so the attempt comes last.
      const reached = wait > FIRST_WAIT_MS && (await isReachable());
      try {
        return await load();
      } catch (error) {
        if (reached) throw error;
        noteAnswer(question, true);
        await pause(wait);
      }
    }
  } finally {
    noteAnswer(question, false);
  }
};
