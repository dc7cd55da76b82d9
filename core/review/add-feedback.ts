/** Feedback: a processed document becomes a training document, from the pages that were read when it was processed. */
import type { Caller } from '../accounts/caller.ts';
import type { WriteOperation } from '../ports.ts';
import {
  BlobNotFoundError,
  ConditionFailedError,
  IdempotencyKeyInUseError,
  NotFoundError,
  ProcessingNotAccessibleError,
  TemporarilyUnavailableError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../errors.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { Workflow } from '../requests/workflows/find-workflow.ts';
import { linkMade } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import { GENERIC_WORKFLOW_ID } from '../requests/processing-request.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import { putEnded } from '../requests/processing-requests.ts';
import type { CropCounts } from '../requests/pages/stream-pages.ts';
import { addressSubDocuments } from '../requests/training-documents/addressed-sub-documents.ts';
import {
  collectionExists,
  placeIn,
  ensureCollection,
  UNNAMED_COLLECTION,
  workflowExists,
} from '../requests/training-documents/collection.ts';
import type { CollectionRow } from '../requests/training-documents/collection.ts';
import { findDocumentOfResult, putDocumentOfResult } from '../requests/training-documents/document-of-result.ts';
import {
  putTrainingDocument,
  readTrainingDocument,
  replaceAnnotation,
} from '../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../requests/training-documents/training-document.ts';
import { claimUpload, discardUpload, putUpload } from '../requests/uploads.ts';
import type { Upload } from '../requests/uploads.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import { cropsOfRequest } from '../results/images/page-geometry.ts';
import type { Service } from '../service.ts';
import { checkSubDocuments } from '../splitting/check-sub-documents.ts';
import type { RequestedSubDocument } from '../splitting/check-sub-documents.ts';
import { copiesOf, copyPages, readingOf } from './feedback-copies.ts';

export interface Feedback {
  /** What is wrong with the result, for the annotator. */
  readonly description?: string | undefined;
  /** The collection of the training document; absent: the unnamed one. */
  readonly tag?: string | undefined;
  /** The right sub-documents; absent: the document awaits its annotation. */
  readonly expectedSubDocuments?: readonly RequestedSubDocument[] | undefined;
  /** The workflow to train; absent: the workflow of the result. Of a preview, the workflow that it will replace. */
  readonly workflowId?: string | undefined;
  /** The correction by which the sub-documents became known; absent: a person says them as feedback. */
  readonly correctionId?: string | undefined;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
  /** Part of the transaction that adds the document: where its condition fails, nothing is added. */
  readonly alongside?: WriteOperation | undefined;
}

/** A training document that came as feedback. */
export type FeedbackDocument = TrainingDocument & { readonly feedback: NonNullable<TrainingDocument['feedback']> };

/**
 * The workflow to whose training data feedback is added. Of a preview, it is the one that the preview will replace: a
 * preview has no training data of its own, and is deleted when the migration ends.
 * @throws WorkflowNotTrainableError, WorkflowNotFoundError
 */
const findTrainable = async (service: Service, request: ProcessingRequest, key: string): Promise<Workflow> => {
  const workflow = await findWorkflow(service, request, key);
  if (workflow.workflow_id === GENERIC_WORKFLOW_ID)
    throw new WorkflowNotTrainableError(
      'The generic workflow is never trained. Name a workflow of your own in workflow_id.',
      ['body', 'workflow_id'],
    );
  const { parent_workflow_id: parent } = workflow;
  return parent === undefined ? workflow : findWorkflow(service, request, parent);
};

/** What the feedback says of the document, whether it is new or was there before. */
const annotationOf = (
  { clock }: Pick<Service, 'clock'>,
  { name }: Pick<Caller, 'name'>,
  crops: CropCounts,
  { expectedSubDocuments: expected, correctionId }: Feedback,
): Pick<TrainingDocument, 'status' | 'sub_documents' | 'annotated_at' | 'annotated_by' | 'correction_id'> =>
  expected === undefined
    ? { status: 'awaiting_annotation' }
    : {
        status: 'annotated',
        sub_documents: addressSubDocuments(expected, crops),
        annotated_at: clock.now().toISOString(),
        annotated_by: name,
        ...(correctionId === undefined ? {} : { correction_id: correctionId }),
      };

const newDocument = (
  service: Pick<Service, 'clock' | 'ids'>,
  request: ProcessingRequest,
  { workflow_id }: Workflow,
  { description, tag = UNNAMED_COLLECTION }: Feedback,
): Omit<FeedbackDocument, 'status'> => ({
  document_id: service.ids.uuid(),
  account_id: request.account_id,
  workflow_id,
  file_name: request.file_name,
  upload_mode: 'merged',
  collection: tag,
  page_count: request.page_count,
  ...(request.stream_length === undefined ? {} : { stream_length: request.stream_length }),
  feedback: {
    feedback_id: service.ids.uuid(),
    processing_id: request.processing_id,
    ...(description === undefined ? {} : { description }),
  },
  revision: 0,
  created_at: service.clock.now().toISOString(),
});

/** Attempts where others change the collection or the document at the same time. */
const MAX_ATTEMPTS = 5;
/** Another writer was first: the feedback looks again at what there is. */
const CHANGED = Symbol('changed');

/** The operations that both ways have, in this order: the workflow, the collection, what goes alongside, the claim. */
const commonWrites = async (
  service: Service,
  document: TrainingDocument,
  { claim, alongside }: Feedback,
): Promise<{ readonly collection: CollectionRow | undefined; readonly operations: readonly WriteOperation[] }> => {
  const key: WorkflowKey = document;
  const { collection: name } = document;
  const collection = name === UNNAMED_COLLECTION ? undefined : await ensureCollection(service, key, name);
  return {
    collection,
    operations: [
      workflowExists(key),
      ...(collection === undefined ? [] : [collectionExists(key, collection)]),
      ...(alongside === undefined ? [] : [alongside]),
      ...(claim === undefined ? [] : [linkMade(claim, [document.document_id])]),
    ],
  };
};

/**
 * Writes the operations; CHANGED where another writer was first.
 * @throws WorkflowNotFoundError, IdempotencyKeyInUseError, ConditionFailedError (what goes alongside was done before)
 */
const writeFeedback = async (
  service: Service,
  key: WorkflowKey,
  common: readonly WriteOperation[],
  { claim, alongside }: Feedback,
  own: readonly WriteOperation[],
): Promise<typeof CHANGED | undefined> => {
  try {
    await service.table.write([...common, ...own]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const failed = (operation: WriteOperation | undefined): boolean =>
      operation !== undefined && error.operations.includes(common.indexOf(operation));
    if (failed(common[0]))
      throw new WorkflowNotFoundError(`This account has no workflow with the key ${key.workflow_id}.`);
    if (claim !== undefined && failed(common.at(-1))) throw new IdempotencyKeyInUseError();
    if (alongside !== undefined && failed(alongside)) throw error;
    return CHANGED;
  }
};

/**
 * Where the rows were written although the answer was lost, the upload is claimed and nothing is deleted. What cannot be
 * deleted now, the sweep deletes.
 */
const discardUnclaimed = (service: Service, copies: Upload): Promise<void> =>
  discardUpload(service, copies).catch(() => undefined);

/** Adds a training document with copies of what was read. */
const addDocument = async (
  service: Service,
  request: ProcessingRequest,
  workflow: Workflow,
  document: FeedbackDocument,
  feedback: Feedback,
  /** The document that the result had before, which was deleted. */
  before: string | undefined,
): Promise<FeedbackDocument | typeof CHANGED> => {
  const copies = copiesOf(service, request.account_id, document.document_id, request.file_name);
  await service.table.write([putUpload(copies)]);
  try {
    await copyPages(service, request, document.document_id);
    const { collection, operations } = await commonWrites(service, document, feedback);
    const row: FeedbackDocument = { ...document, ...placeIn(collection) };
    const changed = await writeFeedback(service, document, operations, feedback, [
      claimUpload(copies),
      putEnded(readingOf(request, workflow, document.document_id, document.created_at)),
      putTrainingDocument(row),
      putDocumentOfResult(document, request.processing_id, before),
    ]);
    if (changed !== undefined) await discardUnclaimed(service, copies);
    return changed ?? row;
  } catch (error) {
    await discardUnclaimed(service, copies);
    // The result was deleted while it was copied.
    throw error instanceof BlobNotFoundError ? new ProcessingNotAccessibleError() : error;
  }
};

/**
 * Replaces what earlier feedback on the result, or an earlier correction, said. What the feedback does not name stays: the
 * collection, the description, and, as a proposal for the annotator, the sub-documents.
 */
const replaceFeedback = async (
  service: Service,
  document: TrainingDocument,
  annotation: ReturnType<typeof annotationOf>,
  feedback: Feedback,
  processingId: string,
): Promise<FeedbackDocument | typeof CHANGED> => {
  const description = feedback.description ?? document.feedback?.description;
  const moved: TrainingDocument = { ...document, collection: feedback.tag ?? document.collection };
  const { collection, operations } = await commonWrites(service, moved, feedback);
  const changes = {
    ...annotation,
    ...placeIn(collection),
    feedback: {
      feedback_id: service.ids.uuid(),
      processing_id: processingId,
      ...(description === undefined ? {} : { description }),
    },
  };
  const changed = await writeFeedback(service, document, operations, feedback, [
    replaceAnnotation(document, changes, [
      ...(collection === undefined ? ['collection_id' as const] : []),
      ...(annotation.status === 'annotated' ? [] : (['annotated_at', 'annotated_by'] as const)),
      ...(annotation.correction_id === undefined ? ['correction_id' as const] : []),
    ]),
  ]);
  return changed ?? { ...moved, ...changes, upload_mode: 'merged', revision: document.revision + 1 };
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
 * again. A workflow has one training document of each result: where there is one, its annotation is replaced. A claim
 * that names a document returns that document.
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
  const crops = await cropsOfRequest(service, request);
  if (feedback.expectedSubDocuments !== undefined)
    checkSubDocuments(feedback.expectedSubDocuments, crops, ['body', 'expected_sub_documents']);
  const annotation = annotationOf(service, caller, crops, feedback);
  const key = { account_id: request.account_id, workflow_id: workflow.workflow_id };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { document: earlier, documentId } = await findDocumentOfResult(service, key, request.processing_id);
    const document =
      earlier === undefined
        ? await addDocument(
            service,
            request,
            workflow,
            { ...newDocument(service, request, workflow, feedback), ...annotation },
            feedback,
            documentId,
          )
        : await replaceFeedback(service, earlier, annotation, feedback, request.processing_id);
    if (document !== CHANGED) return document;
  }
  throw new TemporarilyUnavailableError('Others change the training data at the same time. Send the feedback again.');
};
