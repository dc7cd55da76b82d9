/** DELETE /processing/results/{processing_id}: the result, its upload, and everything else about the request. */
import type { Account } from '../../accounts/account.ts';
import { ConditionFailedError, ProcessingNotAccessibleError } from '../../errors.ts';
import { CANCELLED } from '../../requests/failure.ts';
import { putLeftovers, putUploadLeftovers, STEPS_END_AFTER_MS } from '../../requests/rows/deleted-requests.ts';
import { deleteDocumentRows } from '../../requests/rows/document-rows.ts';
import { findProcessingRequest } from '../../requests/find-processing-request.ts';
import type { WriteOperation } from '../../ports.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { endRetention, getProcessingRequest, writeConditionally } from '../../requests/processing-requests.ts';
import { claimedUploadOf, discardUpload } from '../../requests/uploads.ts';
import type { Upload } from '../../requests/uploads.ts';
import type { Service } from '../../service.ts';
import { deleteRequest } from './delete-request.ts';
import { withdraw } from '../../requests/admission/admission.ts';
import type { AdmissionService } from '../../requests/admission/admission.ts';
import { finishProcessing } from '../finish-processing.ts';

type Stores = Pick<Service, 'blobs' | 'events' | 'clock'> & AdmissionService;

/**
 * Deletes a request in any state; an unfinished one is cancelled first. From the first write on it is inaccessible: where
 * the process is killed, the next sweep deletes the rest.
 * @throws ProcessingNotAccessibleError
 */
export const deleteResult = async (
  service: Stores,
  account: Pick<Account, 'account_id'>,
  processingId: string,
): Promise<void> => {
  const found = await findProcessingRequest(service, account, processingId);
  if (found.finished_at === undefined) {
    await finishProcessing(service, found, { state: 'failed', failure: CANCELLED });
    await withdraw(service, found);
  }
  const request = await getProcessingRequest(service, found);
  const begun = await writeConditionally(service, [
    endRetention(request, service.clock.now()),
    ...deleteDocumentRows(request),
    ...leftovers(service, request),
  ]);
  // Another request has deleted it.
  if (!begun) throw new ProcessingNotAccessibleError();
  await discardReleasedUpload(service, request);
  await deleteRequest(service, request);
};

/** What may still be written when the request is deleted: these files are deleted later. */
const leftovers = (service: Pick<Service, 'clock'>, request: ProcessingRequest): WriteOperation[] => {
  const upload = request.upload_released === true ? undefined : claimedUploadOf(request);
  return [...leftoversOfSteps(service, request), ...(upload === undefined ? [] : leftoversOfUpload(service, upload))];
};

/** A request that failed a short time ago may have steps that still write files. */
const leftoversOfSteps = ({ clock }: Pick<Service, 'clock'>, request: ProcessingRequest): WriteOperation[] => {
  if (request.state !== 'failed' || request.finished_at === undefined) return [];
  const until = new Date(Date.parse(request.finished_at) + STEPS_END_AFTER_MS);
  return until <= clock.now() ? [] : [putLeftovers(request, until)];
};

/** A client may send a second file to the address of the upload. */
const leftoversOfUpload = ({ clock }: Pick<Service, 'clock'>, upload: Upload): WriteOperation[] =>
  Date.parse(upload.delete_after) <= clock.now().getTime() ? [] : [putUploadLeftovers(upload)];

/** The upload of a failed request that could have been processed again, unless another request has claimed it. */
const discardReleasedUpload = async (service: Stores, request: ProcessingRequest): Promise<void> => {
  const upload = claimedUploadOf(request);
  if (upload === undefined || request.upload_released !== true) return;
  try {
    await discardUpload(service, upload, leftoversOfUpload(service, upload));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
};
