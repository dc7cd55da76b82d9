/** Step Inspect: the upload's format, page count and text layers, and the plan of ReadPages' chunks. */
import { z } from 'zod';
import type { Service } from '../../service.ts';
import { checkParametersFit } from '../../splitting/decide-boundaries.ts';
import { inspectionSchema } from '../../documents/formats/document-file.ts';
import type { Inspection } from '../../documents/formats/document-file.ts';
import { findJsonBlob, writeJsonBlob } from '../../storage/json-blob.ts';
import { planChunks } from './plan-chunks.ts';
import type { PlannedChunk } from './plan-chunks.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { putDocumentRows } from '../../requests/rows/document-rows.ts';
import {
  getProcessingRequest,
  moveTo,
  updateProcessing,
  writeConditionally,
} from '../../requests/processing-requests.ts';
import { unlessDeleted } from '../../requests/rows/deleted-requests.ts';
import { reservePages } from '../../requests/rows/reservations.ts';
import { processingKeyOf, plannedChunkSchema } from '../../requests/step-data.ts';
import type { InspectOutput, ProcessingKey } from '../../requests/step-data.ts';

const chunksSchema = z.array(plannedChunkSchema);

const readOrMakeInspection = async (service: Service, request: ProcessingRequest): Promise<Inspection> => {
  const { inspection: key } = processingBlobs(request.account_id, request.processing_id);
  const before = await findJsonBlob(service.blobs, key, inspectionSchema);
  if (before !== undefined) return before;
  const inspection = await service.parsers.run('inspect', {
    reads: [request.upload_key],
    writes: [],
    input: { maxPages: Math.min(request.max_pages ?? Infinity, service.settings.maxPages) },
  });
  await writeJsonBlob(service.blobs, key, inspection);
  return inspection;
};

/** The plan is stored: a request that is resumed after an upgrade keeps its chunks and their records. */
const readOrMakePlan = async (
  service: Service,
  request: ProcessingRequest,
  inspection: Inspection,
): Promise<readonly PlannedChunk[]> => {
  const { chunks: key } = processingBlobs(request.account_id, request.processing_id);
  const before = await findJsonBlob(service.blobs, key, chunksSchema);
  if (before !== undefined) return before;
  const chunks = planChunks(inspection.pages, service.parsers.jobsPerChunk);
  await writeJsonBlob(service.blobs, key, chunks);
  return chunks;
};

/**
 * Moves the request to `processing`, inspects the upload in a parser process and plans ReadPages' chunks.
 * Returns no chunks for a request that has already ended.
 * @throws ProcessingNotAccessibleError (deleted meanwhile), UnsupportedFormatError, DocumentUnreadableError, DocumentEncryptedError, DocumentEmptyError,
 *   DocumentTooLargeError, TooManyPagesError, ParametersDoNotFitError, PageLimitReachedError, TemporarilyUnavailableError
 */
export const inspect = async (service: Service, key: ProcessingKey): Promise<InspectOutput> => {
  await writeConditionally(service, [moveTo(key, 'processing', { started_at: service.clock.now().toISOString() })]);
  const request = await getProcessingRequest(service, key);
  if (request.state !== 'processing') return { ...processingKeyOf(key), chunks: [] };
  const { inspection, chunks } = await unlessDeleted(service, request, async () => {
    const inspected = await readOrMakeInspection(service, request);
    checkParametersFit(request.parameters, inspected.page_count, request.cropping);
    await reservePages(service, request, inspected.page_count);
    return { inspection: inspected, chunks: await readOrMakePlan(service, request, inspected) };
  });
  await writeConditionally(service, [
    updateProcessing(request, {
      kind: inspection.kind,
      page_count: inspection.page_count,
      ocr_page_count: inspection.pages.filter(({ text_layer: layer }) => layer !== 'good').length,
    }),
    ...putDocumentRows({ ...request, page_count: inspection.page_count }),
  ]);
  return { ...processingKeyOf(key), chunks: chunks.map((chunk) => ({ ...processingKeyOf(key), ...chunk })) };
};
