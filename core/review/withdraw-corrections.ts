/**
 * Corrections that are shown no more, because the verification was taken back or says again what the model decided: their
 * training documents follow. The transaction that changes the verification writes a row; the transaction that changes the
 * training document deletes it: after a crash in between, resumeUnfinished changes the document.
 */
import { z } from 'zod';
import { ItemTooLargeError } from '../errors.ts';
import type { Key, WriteOperation } from '../ports.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { documentSplittingSchema } from '../requests/processing-request.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { writeConditionally } from '../requests/processing-requests.ts';
import { addressSubDocuments } from '../requests/training-documents/addressed-sub-documents.ts';
import { findDocumentOfResult } from '../requests/training-documents/document-of-result.ts';
import { replaceAnnotation } from '../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../requests/training-documents/training-document.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/lists/index-items.ts';
import { findJsonBlob } from '../storage/json-blob.ts';
import { correctionsPartition, learns } from './learn-from-corrections.ts';

/** Index partition of all corrections whose training documents do not follow yet, sorted by their time. */
const WITHDRAWN = 'WITHDRAWN_CORRECTIONS';

const withdrawnCorrectionSchema = z.object({
  account_id: z.string(),
  workflow_id: z.string(),
  processing_id: z.uuid(),
  correction_id: z.uuid(),
  /** Who says that the model was right; absent: the verification was taken back. */
  verified_by: z.string().optional(),
});
export type WithdrawnCorrection = z.infer<typeof withdrawnCorrectionSchema>;

const keyOf = ({ account_id: account, correction_id: id }: WithdrawnCorrection): Key => ({
  pk: correctionsPartition(account),
  sk: `WITHDRAWN#${id}`,
});

/** The correction that a verification withdraws; undefined where there is none that the workflow learns from. */
export const withdrawnCorrectionOf = async (
  service: Pick<Service, 'table'>,
  before: ProcessingRequest,
  { correction_id: after, verification }: Pick<ProcessingRequest, 'correction_id' | 'verification'>,
): Promise<WithdrawnCorrection | undefined> => {
  const { account_id, workflow_id, processing_id, correction_id } = before;
  if (correction_id === undefined || after !== undefined) return undefined;
  if (!(await learns(service, before))) return undefined;
  const verified_by = verification?.verified_by;
  return {
    account_id,
    workflow_id,
    processing_id,
    correction_id,
    ...(verified_by === undefined ? {} : { verified_by }),
  };
};

export const putWithdrawnCorrection = (withdrawn: WithdrawnCorrection, now: Date): WriteOperation => ({
  put: {
    ...keyOf(withdrawn),
    ...withdrawn,
    index_pk: WITHDRAWN,
    index_sk: `${now.toISOString()}#${withdrawn.correction_id}`,
  },
});

type Annotation = Pick<TrainingDocument, 'sub_documents' | 'annotated_at' | 'annotated_by'>;

/** What the model decided, from the training document's own copy: the result may have been deleted. */
const modelAnnotation = async (
  service: Pick<Service, 'blobs' | 'clock'>,
  { account_id: account, document_id: id }: TrainingDocument,
  verifiedBy: string,
): Promise<Annotation | undefined> => {
  const key = processingBlobs(account, id).documentSplitting;
  const splitting = await findJsonBlob(service.blobs, key, documentSplittingSchema);
  if (splitting === undefined) return undefined;
  return {
    // The model's sub-documents name the crops themselves, where pages have several.
    sub_documents: addressSubDocuments(splitting.sub_documents, []),
    annotated_at: service.clock.now().toISOString(),
    annotated_by: verifiedBy,
  };
};

/** Without an annotation the document awaits one, and the annotator begins with what the model decided. */
const annotated = (document: TrainingDocument, annotation: Annotation | undefined): WriteOperation => {
  const { collection, feedback } = document;
  return annotation === undefined
    ? replaceAnnotation(document, { status: 'awaiting_annotation', collection, feedback }, [
        'correction_id',
        'sub_documents',
        'annotated_at',
        'annotated_by',
      ])
    : replaceAnnotation(document, { status: 'annotated', collection, feedback, ...annotation }, ['correction_id']);
};

/**
 * Takes a withdrawn correction out of the training data: the annotation of its training document becomes what the model
 * decided, where that was verified, and is removed otherwise. Does nothing where the document was deleted, or annotated
 * since by a person, by feedback or by another correction. Where somebody changes it meanwhile, the next sweep looks again.
 * @throws TemporarilyUnavailableError, StorageFullError: the next sweep tries again
 */
export const withdrawCorrection = async (
  service: Pick<Service, 'table' | 'blobs' | 'clock'>,
  withdrawn: WithdrawnCorrection,
): Promise<void> => {
  const { document } = await findDocumentOfResult(service, withdrawn, withdrawn.processing_id);
  const forget: WriteOperation = { delete: keyOf(withdrawn) };
  if (document?.correction_id !== withdrawn.correction_id) {
    await writeConditionally(service, [forget]);
    return;
  }
  const { verified_by: by } = withdrawn;
  const annotation = by === undefined ? undefined : await modelAnnotation(service, document, by);
  try {
    await writeConditionally(service, [forget, annotated(document, annotation)]);
  } catch (error) {
    if (!(error instanceof ItemTooLargeError)) throw error;
    await writeConditionally(service, [forget, annotated(document, undefined)]);
  }
};

/** Yields the corrections that a stopped process left, the oldest first. */
export async function* withdrawnCorrections(service: Pick<Service, 'table'>): AsyncGenerator<WithdrawnCorrection> {
  for await (const item of indexItems(service, WITHDRAWN)) yield withdrawnCorrectionSchema.parse(item);
}
