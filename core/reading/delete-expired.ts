/** What is past its time goes: requests with `retain_days`, and uploads that no request ever named. */
import { attemptEach } from '../attempt-each.ts';
import { ConditionFailedError } from '../errors.ts';
import type { Service } from '../service.ts';
import { processingBlobs } from './processing-request.ts';
import type { ProcessingRequest } from './processing-request.ts';
import { deleteRow, requestsPastRetention } from './processing-requests.ts';
import { discardUpload, unclaimedUploads } from './uploads.ts';
import type { Upload } from './uploads.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

/** Row last: where it is gone, everything is. */
const deleteRequest = async (service: Stores, request: ProcessingRequest): Promise<void> => {
  await service.blobs.deleteAll(processingBlobs(request.account_id, request.processing_id).prefix);
  await service.blobs.deleteAll(request.upload_key);
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
 * Deletes everything that is past its time; gives how much it deleted. The local host runs it now and then. What cannot be
 * deleted holds up nothing else.
 * @throws the first such error, when all has been attempted
 */
export const deleteExpired = async (service: Stores): Promise<{ readonly requests: number; readonly uploads: number }> => {
  const now = service.clock.now();
  const requests = await requestsPastRetention(service, now);
  const uploads = await unclaimedUploads(service, now);
  let discarded = 0;
  await attemptEach([
    ...requests.map((request) => () => deleteRequest(service, request)),
    ...uploads.map((upload) => async () => { if (await discardIfUnclaimed(service, upload)) discarded += 1; }),
  ]);
  return { requests: requests.length, uploads: discarded };
};
