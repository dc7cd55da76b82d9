import { noteAnswer } from '../api/client/service-away.ts';
import { nextWait, pause } from '../api/client/until-answered.ts';

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
    for (let wait = nextWait(); ; wait = nextWait(wait)) {
      // It may have come back between the attempt and the question, so the attempt comes last.
      const reached = wait > nextWait() && (await isReachable());
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
