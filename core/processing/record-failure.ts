/** Step RecordFailure: moves the row to `failed` with the reason, counts usage once and publishes the event. */
import type { Service } from '../service.ts';
import { release } from '../requests/admission/admission.ts';
import type { AdmissionService } from '../requests/admission/admission.ts';
import { failureFromCause } from '../requests/failure.ts';
import { finishProcessing } from './finish-processing.ts';
import { processingKeyOf } from '../requests/step-data.ts';
import type { RecordFailureInput, ProcessingKey } from '../requests/step-data.ts';

/** @throws TemporarilyUnavailableError, StorageFullError */
export const recordFailure = async (
  service: Pick<Service, 'events' | 'clock'> & AdmissionService,
  failed: RecordFailureInput,
): Promise<ProcessingKey> => {
  await finishProcessing(service, failed, {
    state: 'failed',
    failure: failureFromCause(failed.error.Cause),
  });
  await release(service, failed);
  return processingKeyOf(failed);
};
