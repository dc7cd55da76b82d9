/** The copies that feedback makes of a result, so that the training document stays where the result is deleted. */
import { processingBlobs } from '../requests/processing-blobs.ts';
import { processingParametersSchema } from '../requests/processing-request.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import type { Upload } from '../requests/uploads.ts';
import type { Workflow } from '../requests/workflows/find-workflow.ts';
import type { Service } from '../service.ts';
import { settleAll } from '../settle-all.ts';
import { copyBlob } from '../storage/copy-blob.ts';

const HOUR = 3_600_000;

/**
 * The copies of a document whose rows are not written yet: an unclaimed upload, whose files the sweep deletes after a
 * crash.
 */
export const copiesOf = (
  service: Pick<Service, 'clock'>,
  account: string,
  documentId: string,
  fileName: string,
): Upload => ({
  upload_id: documentId,
  account_id: account,
  file_name: fileName,
  blob_key: processingBlobs(account, documentId).prefix,
  delete_after: new Date(service.clock.now().getTime() + HOUR).toISOString(),
});

/**
 * Copies what a training and the annotator read: page records, geometry, thumbnail, the upload for page images, and what
 * the model decided, which a correction does not replace.
 * @throws BlobNotFoundError where the result was deleted meanwhile
 */
export const copyPages = async (
  { blobs }: Pick<Service, 'blobs'>,
  request: ProcessingRequest,
  documentId: string,
): Promise<void> => {
  const from = processingBlobs(request.account_id, request.processing_id);
  const to = processingBlobs(request.account_id, documentId);
  const records = await blobs.list(from.records);
  await settleAll([
    copyBlob(blobs, request.upload_key, to.upload),
    copyBlob(blobs, from.inspection, to.inspection),
    copyBlob(blobs, from.pageGeometry, to.pageGeometry),
    copyBlob(blobs, from.thumbnail, to.thumbnail),
    copyBlob(blobs, from.documentSplitting, to.documentSplitting),
    copyBlob(blobs, from.extractions, to.extractions),
    ...records.map((key) => copyBlob(blobs, key, `${to.records}${key.slice(from.records.length)}`)),
  ]);
};

/** The request that reads the training document, as if it had been read now. */
export const readingOf = (
  request: ProcessingRequest,
  workflow: Workflow,
  documentId: string,
  now: string,
): ProcessingRequest => ({
  processing_id: documentId,
  account_id: request.account_id,
  workflow_id: workflow.workflow_id,
  workflow_name: workflow.workflow_name,
  purpose: 'training',
  state: 'succeeded',
  file_name: request.file_name,
  size: request.size,
  parameters: processingParametersSchema.parse({ languages: request.parameters.languages }),
  upload_key: processingBlobs(request.account_id, documentId).upload,
  created_at: now,
  finished_at: now,
  max_pages: request.max_pages,
  kind: request.kind,
  page_count: request.page_count,
  ...(request.stream_length === undefined ? {} : { stream_length: request.stream_length }),
});
