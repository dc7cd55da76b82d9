/**
 * Step Complete: moves the row to `succeeded`, counts usage once and publishes the event. The row of a training document
 * is written instead of usage and event.
 */
import { ResultIncompleteError } from '../errors.ts';
import type { Service } from '../service.ts';
import { release } from '../requests/admission/admission.ts';
import { finishProcessing } from './finish-processing.ts';
import { finishReading } from './reading/finish-reading.ts';
import { readJsonBlob } from '../storage/json-blob.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import type { SplitBy } from '../requests/processing-request.ts';
import { RELEASE } from '../release.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { streamLengthOf } from '../requests/pages/stream-pages.ts';
import { findGapScores } from '../splitting/gap-scores-file.ts';
import { readProcessingRequest } from '../requests/processing-requests.ts';
import { processingKeyOf } from '../requests/step-data.ts';
import type { ProcessingKey } from '../requests/step-data.ts';

/** The model whose scores are stored; null where no gap was scored: the parameters decided, or there was none. */
const modelOf = async ({ blobs }: Pick<Service, 'blobs'>, gapScores: string): Promise<SplitBy | null> => {
  const scored = await findGapScores(blobs, gapScores);
  return scored === undefined ? null : { version: scored.modelVersion, digest: scored.modelDigest ?? null };
};

/**
 * @throws ResultIncompleteError where BuildResults has not ended: a step that timed out may still be running
 * @throws BlobNotFoundError (no splitting), TemporarilyUnavailableError, StorageFullError
 */
export const complete = async (service: Service, key: ProcessingKey): Promise<ProcessingKey> => {
  await endRequest(service, key);
  await release(service, key);
  return processingKeyOf(key);
};

/** One that was cancelled or has failed stays so. */
const endRequest = async (service: Service, key: ProcessingKey): Promise<void> => {
  const request = await readProcessingRequest(service, key);
  if (request?.state === 'failed') return;
  const blobs = processingBlobs(key.account_id, key.processing_id);
  if ((await service.blobs.head(blobs.resultsBuilt)) === undefined)
    throw new ResultIncompleteError(key.processing_id, 'results yet');
  const splitting = await readJsonBlob(service.blobs, blobs.documentSplitting, documentSplittingSchema);
  if (request?.purpose === 'training') await finishReading(service, request, { state: 'succeeded', splitting });
  else
    await finishProcessing(service, key, {
      state: 'succeeded',
      model: await modelOf(service, blobs.gapScores),
      release: RELEASE,
      sub_document_count: splitting.sub_documents.length,
      ...streamLengthOf(splitting),
      ...lowestOf(splitting.split_point_confidences),
      ...(splitting.unread_pages === undefined ? {} : { unread_page_count: splitting.unread_pages.length }),
    });
};

/** A document of one page has no gap. */
const lowestOf = (confidences: readonly number[]): { readonly lowest_confidence?: number } =>
  confidences.length === 0 ? {} : { lowest_confidence: confidences.reduce((lowest, one) => Math.min(lowest, one), 1) };
