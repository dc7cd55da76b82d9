/** Taking up what a stopped process left. */
import { settleForEach, settleInSeries } from '../settle-all.ts';
import type { Service } from '../service.ts';
import { resumeTrainings } from './training/resume-trainings.ts';
import { announceCompletion } from '../processing/announce-completion.ts';
import { openRequests } from '../requests/processing-requests.ts';
import { resumeProcessing } from '../processing/start-processing.ts';

export interface Resumed {
  readonly started: number;
  readonly announced: number;
}

/** Requests that are looked after at a time: each waits for the state machines or the stores most of the time. */
const AT_A_TIME = 16;

const resumeProcessings = async (service: Service): Promise<Resumed> => {
  let [started, announced] = [0, 0];
  await settleForEach(openRequests(service), AT_A_TIME, async (request) => {
    if (request.state === 'queued' || request.state === 'processing') {
      started += 1;
      await resumeProcessing(service, request);
    } else {
      announced += 1;
      await announceCompletion(service, request);
    }
  });
  return { started, announced };
};

/**
 * Takes up every unfinished request and training (one that runs is left as it is; one whose state machine is lost ends
 * failed) and announces those that were finished but not announced. For start-up, and now and then. Gives how many it
 * found. One that cannot be taken up now holds up no other.
 * @throws the first such error, when all have been attempted
 */
export const resumeUnfinished = async (service: Service): Promise<Resumed> => {
  let [started, announced] = [0, 0];
  const count = async (resumed: Promise<Resumed>): Promise<void> => {
    const found = await resumed;
    started += found.started;
    announced += found.announced;
  };
  await settleInSeries([() => count(resumeProcessings(service)), () => count(resumeTrainings(service))]);
  return { started, announced };
};
