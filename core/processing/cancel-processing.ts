/** POST …/cancel: ends a request that is queued or being processed. It is then failed, with a code of its own. */
import type { Account } from '../accounts/account.ts';
import { ProcessingEndedError } from '../errors.ts';
import { CANCELLED } from '../requests/failure.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { requestExists } from '../requests/rows/dependent-rows.ts';
import { putRecordPointer } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { writeConditionally } from '../requests/processing-requests.ts';
import type { Service } from '../service.ts';
import { withdraw } from '../requests/admission/admission.ts';
import type { AdmissionService } from '../requests/admission/admission.ts';
import { finishProcessing } from './finish-processing.ts';

/**
 * Cancels a request; one that was cancelled before stays so. Steps that run meanwhile find the state and stop.
 * @throws ProcessingNotAccessibleError, ProcessingEndedError where the request has succeeded, or failed otherwise
 */
export const cancelProcessing = async (
  service: Pick<Service, 'events' | 'clock'> & AdmissionService,
  account: Pick<Account, 'account_id'>,
  processingId: string,
  claim?: KeyClaim,
): Promise<ProcessingRequest> => {
  const before = await findProcessingRequest(service, account, processingId);
  if (claim !== undefined)
    await writeConditionally(service, [requestExists(before), putRecordPointer(claim, before, service.clock.now())]);
  if (before.finished_at === undefined) {
    await finishProcessing(service, before, { state: 'failed', failure: CANCELLED });
    await withdraw(service, before);
  }
  const after = await findProcessingRequest(service, account, processingId);
  if (after.failure?.code === CANCELLED.code) return after;
  throw new ProcessingEndedError(
    `The processing request has ${after.state}: only one that is queued or processed can be cancelled.`,
  );
};
