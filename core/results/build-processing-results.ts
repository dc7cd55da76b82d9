/** Step BuildResults: what the processing result promises, from page records and the splitting. */
import { inspectionSchema } from '../reading/document-file.ts';
import { readJsonBlob } from '../reading/json-blob.ts';
import { documentSplittingSchema, processingBlobs } from '../reading/processing-request.ts';
import { getProcessingRequest } from '../reading/processing-requests.ts';
import { keyOf } from '../reading/step-data.ts';
import type { ProcessingKey } from '../reading/step-data.ts';
import type { Service } from '../service.ts';
import { buildResults } from './build-results.ts';

/** @throws DocumentUnreadableError, TemporarilyUnavailableError, StorageFullError */
export const buildProcessingResults = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  const blobs = processingBlobs(key.account_id, key.processing_id);
  const request = await getProcessingRequest(service, key.processing_id);
  const inspection = await readJsonBlob(service.blobs, blobs.inspection, inspectionSchema);
  const splitting = await readJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema);
  await buildResults(service, request, inspection, splitting);
  return keyOf(key);
};
