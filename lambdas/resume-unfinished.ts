/** What the scheduler calls now and then: nothing that was accepted waits for ever, nothing that has expired stays. */
import { attemptEach } from '../core/attempt-each.ts';
import { deleteExpired } from '../core/reading/delete-expired.ts';
import { resumeUnfinished as resume } from '../core/reading/resume-unfinished.ts';
import type { Service } from '../core/service.ts';

export interface SweepCounts {
  readonly started: number;
  readonly announced: number;
  readonly deleted_requests: number;
  readonly deleted_uploads: number;
}

/**
 * Every part can be repeated: where one fails the next call takes up what is left.
 * The handler throws the first error, when all parts have been attempted.
 */
export const resumeUnfinished = (service: Service) => async (): Promise<SweepCounts> => {
  let counts: SweepCounts = { started: 0, announced: 0, deleted_requests: 0, deleted_uploads: 0 };
  await attemptEach([
    async () => { counts = { ...counts, ...(await resume(service)) }; },
    async () => {
      const { requests, uploads } = await deleteExpired(service);
      counts = { ...counts, deleted_requests: requests, deleted_uploads: uploads };
    },
  ]);
  return counts;
};
