/**
 * Feedback: a processed document becomes a training document, from the pages that were read when it was processed. The
 * training document has copies: it stays where the result is deleted.
 */
import type { Caller } from '../accounts/caller.ts';
import type { WriteOperation } from '../ports.ts';
import {
  BlobNotFoundError,
  ConditionFailedError,
  IdempotencyKeyInUseError,
  NotFoundError,
  ProcessingNotAccessibleError,
  ResultIncompleteError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../errors.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { Workflow } from '../requests/workflows/find-workflow.ts';
import { linkMade } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import { processingBlobs } from '../requests/processing-blobs.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../requests/processing-request.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { putEnded } from '../requests/processing-requests.ts';
import { addressSubDocuments } from '../requests/training-documents/addressed-sub-documents.ts';
import {
  collectionExists,
  ensureCollection,
  UNNAMED_COLLECTION,
  workflowExists,
} from '../requests/training-documents/collection.ts';
import type { CollectionRow } from '../requests/training-documents/collection.ts';
import { putTrainingDocument, readTrainingDocument } from '../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../requests/training-documents/training-document.ts';
import { claimUpload, discardUpload, putUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import type { Service } from '../service.ts';
import { settleAll } from '../settle-all.ts';
import { checkSubDocuments, wholePages } from '../splitting/check-sub-documents.ts';
import type { RequestedSubDocument } from '../splitting/check-sub-documents.ts';
import { copyBlob } from '../storage/copy-blob.ts';

const HOUR = 3_600_000;

export interface Feedback {
  /** What is wrong with the result, for the annotator. */
  readonly description?: string | undefined;
  /** The collection of the training document; absent: the unnamed one. */
  readonly tag?: string | undefined;
  /** The right sub-documents; absent: the document awaits its annotation. */
  readonly expectedSubDocuments?: readonly RequestedSubDocument[] | undefined;
  /** The workflow to train; absent: the workflow of the result. */
  readonly workflowId?: string | undefined;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
  /** Part of the transaction that adds the document: where its condition fails, nothing is added. */
  readonly alongside?: WriteOperation | undefined;
}

/** A training document that came as feedback. */
export type FeedbackDocument = TrainingDocument & { readonly feedback: NonNullable<TrainingDocument['feedback']> };

/** @throws WorkflowNotTrainableError, WorkflowNotFoundError */
const findTrainable = async (service: Service, request: ProcessingRequest, key: string): Promise<Workflow> => {
  const workflow = await findWorkflow(service, request, key);
  if (workflow.workflow_id === GENERIC_WORKFLOW_ID)
    throw new WorkflowNotTrainableError(
      'The generic workflow is never trained. Name a workflow of your own in workflow_id.',
    );
  return workflow;
};

/**
 * The copies of a document whose rows are not written yet: an unclaimed upload, whose files the sweep deletes after a
 * crash.
 */
const copiesOf = (service: Service, account: string, documentId: string, fileName: string): Upload => ({
  upload_id: documentId,
  account_id: account,
  file_name: fileName,
  blob_key: processingBlobs(account, documentId).prefix,
  delete_after: new Date(service.clock.now().getTime() + HOUR).toISOString(),
});

/** Copies what a training and the annotator read: page records, geometry, thumbnail and the upload for page images. */
const copyPages = async ({ blobs }: Service, request: ProcessingRequest, documentId: string): Promise<void> => {
  const from = processingBlobs(request.account_id, request.processing_id);
  const to = processingBlobs(request.account_id, documentId);
  const records = await blobs.list(from.records);
  await settleAll([
    copyBlob(blobs, request.upload_key, to.upload),
    copyBlob(blobs, from.inspection, to.inspection),
    copyBlob(blobs, from.pageGeometry, to.pageGeometry),
    copyBlob(blobs, from.thumbnail, to.thumbnail),
    ...records.map((key) => copyBlob(blobs, key, `${to.records}${key.slice(from.records.length)}`)),
  ]);
};

/** The request that reads the training document, as if it had been read now. */
const readingOf = (
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
});

const documentOf = (
  service: Service,
  { name }: Pick<Caller, 'name'>,
  request: ProcessingRequest,
  pageCount: number,
  { workflow_id }: Workflow,
  { description, tag = UNNAMED_COLLECTION, expectedSubDocuments }: Feedback,
): FeedbackDocument => {
  const now = service.clock.now().toISOString();
  return {
    document_id: service.ids.uuid(),
    account_id: request.account_id,
    workflow_id,
    file_name: request.file_name,
    upload_mode: 'merged',
    collection: tag,
    status: expectedSubDocuments === undefined ? 'awaiting_annotation' : 'annotated',
    page_count: pageCount,
    ...(expectedSubDocuments === undefined
      ? {}
      : {
          sub_documents: addressSubDocuments(expectedSubDocuments, wholePages(pageCount)),
          annotated_at: now,
          annotated_by: name,
        }),
    feedback: {
      feedback_id: service.ids.uuid(),
      processing_id: request.processing_id,
      ...(description === undefined ? {} : { description }),
    },
    revision: 0,
    created_at: now,
  };
};

/** Attempts to add a document to a collection that others delete at the same time. */
const MAX_ATTEMPTS = 5;
/** The operations before those of the claim and the collection. */
const [WORKFLOW, COPIES] = [0, 1];

const write = async (
  service: Service,
  document: TrainingDocument,
  reading: ProcessingRequest,
  { claim, alongside }: Pick<Feedback, 'claim' | 'alongside'>,
  attempt = 1,
): Promise<void> => {
  const key: WorkflowKey = document;
  const named: CollectionRow | undefined =
    document.collection === UNNAMED_COLLECTION ? undefined : await ensureCollection(service, key, document.collection);
  const row = named === undefined ? document : { ...document, collection_id: named.collection_id };
  const collection = named === undefined ? [] : [collectionExists(key, named)];
  const operations = [
    workflowExists(key),
    claimUpload(document.document_id),
    putEnded(reading),
    putTrainingDocument(row),
    ...collection,
    ...(alongside === undefined ? [] : [alongside]),
    ...(claim === undefined ? [] : [linkMade(claim, [document.document_id])]),
  ];
  try {
    await service.table.write(operations);
  } catch (error) {
    if (!(error instanceof ConditionFailedError) || error.operations.includes(COPIES)) throw error;
    if (error.operations.includes(WORKFLOW))
      throw new WorkflowNotFoundError(`This account has no workflow with the key ${key.workflow_id}.`);
    if (claim !== undefined && error.operations.includes(operations.length - 1)) throw new IdempotencyKeyInUseError();
    if (attempt === MAX_ATTEMPTS) throw error;
    // The collection was deleted meanwhile: the document makes it again.
    await write(service, document, reading, { claim, alongside }, attempt + 1);
  }
};

/** The document that was made with this idempotency key. @throws NotFoundError where it was deleted */
const madeBefore = async (
  service: Service,
  workflow: Workflow,
  account: string,
  id: string,
): Promise<FeedbackDocument> => {
  const document = await readTrainingDocument(service, {
    account_id: account,
    workflow_id: workflow.workflow_id,
    document_id: id,
  });
  if (document?.feedback === undefined) throw new NotFoundError(`The training document ${id} was deleted.`);
  return { ...document, feedback: document.feedback };
};

/**
 * Adds a processed document to the training data of a workflow and returns the training document, which nothing reads
 * again. A claim that names a document returns that document.
 * @param request  a request that has succeeded
 * @throws WorkflowNotTrainableError, WorkflowNotFoundError, ValidationError (the sub-documents do not fit the document),
 *   IdempotencyKeyInUseError, ProcessingNotAccessibleError (deleted meanwhile), StorageFullError: nothing is added
 */
export const addFeedback = async (
  service: Service,
  caller: Pick<Caller, 'name'>,
  request: ProcessingRequest,
  feedback: Feedback,
): Promise<FeedbackDocument> => {
  const workflow = await findTrainable(service, request, feedback.workflowId ?? request.workflow_id);
  const [made] = feedback.claim?.madeIds ?? [];
  if (made !== undefined) return madeBefore(service, workflow, request.account_id, made);
  const { page_count: pageCount } = request;
  if (pageCount === undefined) throw new ResultIncompleteError(request.processing_id, 'page_count');
  if (feedback.expectedSubDocuments !== undefined)
    checkSubDocuments(feedback.expectedSubDocuments, wholePages(pageCount), ['body', 'expected_sub_documents']);
  const document = documentOf(service, caller, request, pageCount, workflow, feedback);
  const copies = copiesOf(service, request.account_id, document.document_id, request.file_name);
  await service.table.write([putUpload(copies)]);
  try {
    await copyPages(service, request, document.document_id);
    await write(service, document, readingOf(request, workflow, document.document_id, document.created_at), feedback);
  } catch (error) {
    // Where the rows were written although the answer was lost, the upload is claimed and nothing is deleted.
    await discardUpload(service, copies).catch(() => undefined);
    // The result was deleted while it was copied.
    throw error instanceof BlobNotFoundError ? new ProcessingNotAccessibleError() : error;
  }
  return document;
};
