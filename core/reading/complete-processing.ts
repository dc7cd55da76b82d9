/** Step Complete: row `succeeded`, usage counted once, event. */
import type { Service } from '../service.ts';
import { finishProcessing } from './finish-processing.ts';
import { readJsonBlob } from './json-blob.ts';
import { documentSplittingSchema, processingBlobs } from './processing-request.ts';
import { keyOf } from './step-data.ts';
import type { ProcessingKey } from './step-data.ts';

/** @throws TemporarilyUnavailableError, StorageFullError */
export const completeProcessing = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  const splitting = await readJsonBlob(service.blobs, processingBlobs(key.account_id, key.processing_id).documentSplitting, documentSplittingSchema);
  await finishProcessing(service, key.processing_id, { state: 'succeeded', sub_document_count: splitting.sub_documents.length });
  return keyOf(key);
};
