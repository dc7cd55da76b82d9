/** Deletes what has expired: requests past their `retain_days`, and uploads that no request refers to. */
import { settleForEach, settleInSeries } from '../../settle-all.ts';
import { ConditionFailedError } from '../../errors.ts';
import type { Service } from '../../service.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { requestsPastRetention } from '../../requests/processing-requests.ts';
import { deleteLeftovers, leftoversBefore } from '../../requests/rows/deleted-requests.ts';
import { deleteRequest } from './delete-request.ts';
import { discardUpload, unclaimedUploads } from '../../requests/uploads.ts';
import type { Upload } from '../../requests/uploads.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

/** Deletions at a time: each waits for the stores most of the time. */
const AT_A_TIME = 16;

/** Returns false where a request has claimed the upload meanwhile. */
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
 * Deletes all expired requests and uploads and returns their numbers. Both hosts call it at intervals. A deletion that
 * fails does not stop the others.
 * @param stop  once it aborts, no further deletion begins: the next call continues
 * @throws the first error, after all deletions have been attempted
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
    () => settleForEach(leftoversBefore(service, now), AT_A_TIME, (one) => deleteLeftovers(service, one), stop),
  ]);
  return { requests, uploads };
};
