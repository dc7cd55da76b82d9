/** Step RecordFailure: row `failed` with the reason, usage counted once, event. */
import type { Service } from '../service.ts';
import { failureFromCause } from '../requests/failure.ts';
import { finishProcessing } from './finish-processing.ts';
import { keyOf } from '../requests/step-data.ts';
import type { Failed, ProcessingKey } from '../requests/step-data.ts';

/** @throws TemporarilyUnavailableError, StorageFullError */
export const recordFailure = async (
  service: Pick<Service, 'table' | 'events' | 'clock'>,
  failed: Failed,
): Promise<ProcessingKey> => {
  await finishProcessing(service, failed.processing_id, {
    state: 'failed',
    failure: failureFromCause(failed.error.Cause),
  });
  return keyOf(failed);
};
