/** What the scheduler calls now and then: nothing that was accepted waits for ever, nothing that has expired stays. */
import { settleInSeries } from '../core/settle-all.ts';
import { deleteExpired } from '../core/processing/delete-expired.ts';
import { resumeUnfinished as resume } from '../core/workflows/resume-unfinished.ts';
import type { Service } from '../core/service.ts';
import { stoppingBeforeEnd } from './invocation.ts';
import type { Remaining } from './invocation.ts';

/** Milliseconds before the end of the invocation from which on no more is deleted: a document takes less. */
const STOP_BEFORE_END_MS = 45_000;

export interface SweepCounts {
  readonly started: number;
  readonly announced: number;
  readonly deleted_requests: number;
  readonly deleted_uploads: number;
  /** False where the time was over before all that has expired was gone: the next call goes on. */
  readonly complete: boolean;
}

/**
 * Every part can be repeated: where one fails the next call takes up what is left.
 * The handler throws the first error, when all parts have been attempted.
 */
export const resumeUnfinished =
  (service: Service) =>
  (_event: unknown, context: Remaining): Promise<SweepCounts> =>
    stoppingBeforeEnd(context, STOP_BEFORE_END_MS, async (stop) => {
      let counts: SweepCounts = { started: 0, announced: 0, deleted_requests: 0, deleted_uploads: 0, complete: true };
      await settleInSeries([
        async () => {
          counts = { ...counts, ...(await resume(service)) };
        },
        async () => {
          const { requests, uploads } = await deleteExpired(service, stop);
          counts = { ...counts, deleted_requests: requests, deleted_uploads: uploads, complete: !stop.aborted };
        },
      ]);
      return counts;
    });
