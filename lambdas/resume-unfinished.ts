/** Scheduled maintenance: resumes unfinished requests and trainings, and deletes what has expired. */
import { settleInSeries } from '../core/settle-all.ts';
import { longestWaitSeconds } from '../core/requests/admission/admission.ts';
import { deleteExpired } from '../core/processing/deletion/delete-expired.ts';
import { resumeUnfinished as resume } from '../core/workflows/resume-unfinished.ts';
import { startMigrations } from '../core/workflows/migrations/start-migrations.ts';
import type { Service } from '../core/service.ts';
import { stoppingBeforeEnd } from './invocation.ts';
import type { RemainingTime } from './invocation.ts';
import { logInfo } from './structured-log.ts';

/** Milliseconds before the end of the invocation at which deletion stops: deleting one document takes less. */
const STOP_BEFORE_END_MS = 45_000;

export interface SweepCounts {
  readonly started: number;
  readonly announced: number;
  readonly deleted_requests: number;
  readonly deleted_uploads: number;
  /** False where the time ran out before everything expired was deleted: the next call continues. */
  readonly complete: boolean;
}

/**
 * Every part is idempotent: the next call repeats a part that failed.
 * The handler attempts all parts, then throws the first error.
 */
export const resumeUnfinished =
  (service: Service) =>
  (_event: unknown, context: RemainingTime): Promise<SweepCounts> =>
    stoppingBeforeEnd(context, STOP_BEFORE_END_MS, async (stop) => {
      let counts: SweepCounts = { started: 0, announced: 0, deleted_requests: 0, deleted_uploads: 0, complete: true };
      await settleInSeries([
        async () => {
          counts = { ...counts, ...(await resume(service)) };
        },
        async () => {
          logInfo('Documents wait for their turn', { longest_wait_seconds: await longestWaitSeconds(service) });
        },
        () => startMigrations(service),
        async () => {
          const { requests, uploads } = await deleteExpired(service, stop);
          counts = { ...counts, deleted_requests: requests, deleted_uploads: uploads, complete: !stop.aborted };
        },
      ]);
      return counts;
    });
