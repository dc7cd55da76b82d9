/** Step BuildResults: writes the results of a request from its page records and its splitting. */
import { inspectionSchema } from '../documents/formats/document-file.ts';
import { ProcessingNotAccessibleError } from '../errors.ts';
import { unlessDeleted } from '../requests/rows/deleted-requests.ts';
import { readJsonBlob } from '../storage/json-blob.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { getProcessingRequest } from '../requests/processing-requests.ts';
import { processingKeyOf } from '../requests/step-data.ts';
import type { ProcessingKey } from '../requests/step-data.ts';
import type { Service } from '../service.ts';
import { writeResults } from '../results/write-results.ts';

/**
 * Writes the results of a request whose splitting exists. Does nothing where the request was cancelled, and where a concurrent repetition of this step has
 * already written them and deleted their inputs.
 * @throws ProcessingNotAccessibleError (deleted meanwhile), DocumentUnreadableError, TemporarilyUnavailableError, StorageFullError
 */
export const buildResults = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  const blobs = processingBlobs(key.account_id, key.processing_id);
  const request = await getProcessingRequest(service, key);
  if (request.state === 'failed') return processingKeyOf(key);
  const inspection = await readJsonBlob(service.blobs, blobs.inspection, inspectionSchema);
  const splitting = await readJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema);
  try {
    await unlessDeleted(service, key, () => writeResults(service, request, inspection, splitting));
  } catch (error) {
    if (error instanceof ProcessingNotAccessibleError) throw error;
    if ((await service.blobs.head(blobs.resultsBuilt)) === undefined) throw error;
  }
  return processingKeyOf(key);
};
