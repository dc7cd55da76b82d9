/** The sweep of the server process: resumes unfinished work and deletes expired data. */
import type { LocalService } from '../../adapters/local/local-service.ts';
import type { CallCounter } from '../../core/accounts/usage/call-counter.ts';
import { deleteExpired } from '../../core/processing/deletion/delete-expired.ts';
import type { Service } from '../../core/service.ts';
import { settleInSeries } from '../../core/settle-all.ts';
import { startMigrations } from '../../core/workflows/migrations/start-migrations.ts';
import { resumeUnfinished } from '../../core/workflows/resume-unfinished.ts';

/**
 * @param stop  once it aborts, nothing more begins: the next sweep continues
 * @throws the first error, after all parts that have begun have ended
 */
export const sweep = (
  service: Service & Pick<LocalService, 'deleteForgotten'>,
  calls: Pick<CallCounter, 'write'>,
  stop: AbortSignal,
): Promise<void> =>
  settleInSeries(
    [
      () => calls.write(),
      async () => {
        await resumeUnfinished(service, stop);
      },
      () => startMigrations(service),
      async () => {
        await deleteExpired(service, stop);
      },
      () => service.deleteForgotten(),
    ],
    stop,
  );
