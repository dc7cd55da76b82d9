/** Step Complete: row `succeeded`, usage counted once, event. */
import { ResultIncompleteError } from '../errors.ts';
import type { Service } from '../service.ts';
import { finishProcessing } from './finish-processing.ts';
import { readJsonBlob } from '../storage/json-blob.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { keyOf } from '../requests/step-data.ts';
import type { ProcessingKey } from '../requests/step-data.ts';

/**
 * @throws ResultIncompleteError where it comes before BuildResults has ended: a step that was given up may still run
 * @throws BlobNotFoundError (no splitting), TemporarilyUnavailableError, StorageFullError
 */
export const complete = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  const blobs = processingBlobs(key.account_id, key.processing_id);
  if ((await service.blobs.head(blobs.resultsBuilt)) === undefined)
    throw new ResultIncompleteError(key.processing_id, 'results yet');
  const splitting = await readJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema);
  await finishProcessing(service, key.processing_id, {
    state: 'succeeded',
    sub_document_count: splitting.sub_documents.length,
  });
  return keyOf(key);
};
