/** What is past its time goes: requests with `retain_days`, and uploads that no request ever named. */
import { settleAll, settleForEach, settleInSeries } from '../settle-all.ts';
import { ConditionFailedError } from '../errors.ts';
import type { Service } from '../service.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { deleteRow, requestsPastRetention } from '../requests/processing-requests.ts';
import { discardUpload, unclaimedUploads } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

/** Requests that are deleted at a time: each waits for the stores most of the time. */
const AT_A_TIME = 16;

/** Row last: where it is gone, everything is. */
const deleteRequest = async (service: Stores, request: ProcessingRequest): Promise<void> => {
  const { prefix } = processingBlobs(request.account_id, request.processing_id);
  await settleAll([service.blobs.deleteAll(prefix), service.blobs.deleteAll(request.upload_key)]);
  await service.table.write([deleteRow(request.processing_id)]);
};

/** False where a request claimed the upload meanwhile. */
const discardIfUnclaimed = async (service: Stores, upload: Upload): Promise<boolean> => {
  try {
    await discardUpload(service, upload);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
};

/**
 * Deletes everything that is past its time; gives how much it deleted. Both hosts run it now and then. What cannot be
 * deleted holds up nothing else.
 * @param stop  begins no more deletions once it aborts: the next call goes on
 * @throws the first such error, when all has been attempted
 */
export const deleteExpired = async (
  service: Stores,
  stop?: AbortSignal,
): Promise<{ readonly requests: number; readonly uploads: number }> => {
  const now = service.clock.now();
  let [requests, uploads] = [0, 0];
  const takeRequest = async (request: ProcessingRequest): Promise<void> => {
    await deleteRequest(service, request);
    requests += 1;
  };
  const takeUpload = async (upload: Upload): Promise<void> => {
    if (await discardIfUnclaimed(service, upload)) uploads += 1;
  };
  await settleInSeries([
    () => settleForEach(requestsPastRetention(service, now), AT_A_TIME, takeRequest, stop),
    () => settleForEach(unclaimedUploads(service, now), AT_A_TIME, takeUpload, stop),
  ]);
  return { requests, uploads };
};
