/** Resumes the requests and trainings that a stopped process left unfinished. */
import { dueUserChanges, settleUser } from '../accounts/people/user-changes.ts';
import { settleForEach, settleInSeries } from '../settle-all.ts';
import type { Service } from '../service.ts';
import { resumeTrainings } from './training/resume-trainings.ts';
import { learnFromCorrection, pendingCorrections } from '../review/learn-from-corrections.ts';
import { withdrawCorrection, withdrawnCorrections } from '../review/withdraw-corrections.ts';
import { resumeAccountDeletions } from './account/delete-account.ts';
import { pendingEvents, publishPending } from '../events/pending-events.ts';
import { announceCompletion } from '../processing/announce-completion.ts';
import { resumeDeletions } from './deletion/run-deletion.ts';
import { openRequests } from '../requests/processing-requests.ts';
import { repairAdmission } from '../requests/admission/repair-admission.ts';
import { resumeProcessing } from '../processing/resume-processing.ts';

export interface ResumeCounts {
  /** Unfinished requests and trainings that were resumed. */
  readonly started: number;
  /** Finished requests and trainings whose event was published, and other events that were pending. */
  readonly announced: number;
}

/** Requests that are resumed concurrently: each waits for the state machines or the stores most of the time. */
const AT_A_TIME = 16;

const resumeRequests = async (service: Service): Promise<ResumeCounts> => {
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

const announcePending = async (service: Service): Promise<ResumeCounts> => {
  let announced = 0;
  await settleForEach(pendingEvents(service), AT_A_TIME, async (event) => {
    announced += 1;
    await publishPending(service, event);
  });
  return { started: 0, announced };
};

/**
 * Resumes all unfinished requests and trainings, publishes the events of those that have finished without one, and
 * returns the numbers of both; continues deletions and changes of users. An execution that runs is left as it is. Where
 * an execution cannot be resumed, its request or training is recorded as failed. Hosts call it at start-up and at
 * intervals. An error with one request or training does not stop the others.
 * @param stop  once it aborts, no further kind of work begins: the next call continues
 * @throws the first error, after all have been attempted
 */
export const resumeUnfinished = async (service: Service, stop?: AbortSignal): Promise<ResumeCounts> => {
  let [started, announced] = [0, 0];
  const count = async (resumed: Promise<ResumeCounts>): Promise<void> => {
    const counts = await resumed;
    started += counts.started;
    announced += counts.announced;
  };
  await settleInSeries(
    [
      () => repairAdmission(service),
      () => count(resumeRequests(service)),
      () => count(resumeTrainings(service)),
      () => count(announcePending(service)),
      () => settleForEach(pendingCorrections(service), 1, (correction) => learnFromCorrection(service, correction)),
      () => settleForEach(withdrawnCorrections(service), 1, (correction) => withdrawCorrection(service, correction)),
      () => resumeDeletions(service),
      () => resumeAccountDeletions(service),
      () => settleForEach(dueUserChanges(service, service.clock.now()), 1, (change) => settleUser(service, change)),
    ],
    stop,
  );
  return { started, announced };
};
