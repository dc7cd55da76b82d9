/** Deletes a training document: its rows in one transaction, then its blobs. */
import { NotFoundError } from '../../errors.ts';
import { ADDRESS_LIFETIME } from '../../processing/create-upload.ts';
import { deleteDependentRows } from '../../processing/deletion/delete-request.ts';
import { processingBlobs } from '../../requests/processing-blobs.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import { deleteRow, readProcessingRequest, writeConditionally } from '../../requests/processing-requests.ts';
import { deleteDocumentOfResult } from '../../requests/training-documents/document-of-result.ts';
import { deleteTrainingDocumentRow, readingKey } from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { Service } from '../../service.ts';
import { settleAll } from '../../settle-all.ts';
import { endPass, newDeletion, putDeletion } from './deletion.ts';
import type { Deletion } from './deletion.ts';

export type DeletingService = Pick<Service, 'table' | 'blobs' | 'clock' | 'ids'>;

/** Deletes everything that was stored and read of a document whose rows are deleted. */
export const deleteDocumentData = (
  service: Pick<Service, 'table' | 'blobs' | 'clock'>,
  account: string,
  { document_id: id, upload_key: upload }: NonNullable<Deletion['document']>,
): Promise<void> =>
  settleAll([
    service.blobs.deleteAll(processingBlobs(account, id).prefix),
    ...(upload === undefined ? [] : [service.blobs.deleteAll(upload)]),
    deleteDependentRows(service, { account_id: account, processing_id: id }),
  ]);

/** Whether the address of POST /uploads, which takes a file again once the first one is deleted, may not have expired. */
const hasAddress = (service: DeletingService, reading: ProcessingRequest): boolean =>
  reading.upload_key !== processingBlobs(reading.account_id, reading.processing_id).upload &&
  service.clock.now().getTime() < Date.parse(reading.created_at) + ADDRESS_LIFETIME;

/**
 * Deletes the document and everything that was read of it. A document that is being read is not read on; its blobs are
 * deleted again after the last step has ended, and after the address of its upload has expired.
 * @throws NotFoundError where it was deleted before
 */
export const deleteTrainingDocument = async (service: DeletingService, document: TrainingDocument): Promise<void> => {
  const { account_id: account, document_id: id } = document;
  const reading = await readProcessingRequest(service, readingKey(document));
  const what = { document_id: id, ...(reading === undefined ? {} : { upload_key: reading.upload_key }) };
  const isBeingRead = reading?.state !== 'succeeded' && reading?.state !== 'failed';
  const isWritten = isBeingRead || hasAddress(service, reading);
  const deletion = newDeletion(service, document, { document: what }, isWritten);
  const deleted = await writeConditionally(service, [
    deleteTrainingDocumentRow(document),
    deleteRow(readingKey(document)),
    ...deleteDocumentOfResult(document),
    putDeletion(deletion),
  ]);
  if (!deleted) throw new NotFoundError(`The workflow has no training document ${id}.`);
  await deleteDocumentData(service, account, what);
  await endPass(service, deletion);
};
