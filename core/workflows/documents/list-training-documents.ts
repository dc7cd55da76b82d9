/** The training documents of a workflow, as callers read them. */
import type { Account } from '../../accounts/account.ts';
import { NotFoundError } from '../../errors.ts';
import { disclosed } from '../../requests/failure.ts';
import { hasNamePart } from '../../requests/file-name-filter.ts';
import { isSameCollection } from '../../requests/training-documents/collection.ts';
import { readableSubDocuments } from '../../requests/training-documents/addressed-sub-documents.ts';
import {
  readTrainingDocument,
  TRAINING_DOCUMENT_PREFIX,
  trainingDocumentSchema,
} from '../../requests/training-documents/training-document.ts';
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import { workflowPartition } from '../../requests/workflows/workflow-key.ts';
import { pathsOf } from '../../results/result-paths.ts';
import type { Service } from '../../service.ts';
import { listPage } from '../../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { workflowPath } from '../list-workflows.ts';

/** A training document as callers read it. */
export interface TrainingDocumentView {
  readonly document_id: string;
  readonly workflow_id: string;
  readonly file_name: string;
  readonly upload_mode: TrainingDocument['upload_mode'];
  readonly collection: string;
  readonly status: TrainingDocument['status'];
  readonly page_count: number | null;
  readonly sub_documents: ReturnType<typeof readableSubDocuments> | null;
  readonly warning: TrainingDocument['warning'] | null;
  readonly failure: { readonly code: string; readonly detail: string } | null;
  readonly processing_id: string | null;
  readonly description: string | null;
  readonly annotated_at: string | null;
  readonly annotated_by: string | null;
  readonly created_at: string;
  readonly page_images: readonly string[];
  readonly thumbnail: string | null;
}

const FAULT_OF_OURS = {
  code: 'processing_failed',
  detail: 'The document could not be read because of a fault of the service. Delete it and add it again.',
};

const failureOf = ({ failure }: TrainingDocument): TrainingDocumentView['failure'] => {
  if (failure === undefined) return null;
  const { code, detail } = disclosed(failure) ?? FAULT_OF_OURS;
  return { code, detail };
};

export const viewTrainingDocument = (document: TrainingDocument): TrainingDocumentView => {
  const path = `${workflowPath(document.workflow_id)}/training-documents/${document.document_id}`;
  const isRead = document.page_count !== undefined;
  return {
    document_id: document.document_id,
    workflow_id: document.workflow_id,
    file_name: document.file_name,
    upload_mode: document.upload_mode,
    collection: document.collection,
    status: document.status,
    page_count: document.page_count ?? null,
    sub_documents: document.sub_documents === undefined ? null : readableSubDocuments(document.sub_documents),
    warning: document.warning ?? null,
    failure: failureOf(document),
    processing_id: document.feedback?.processing_id ?? null,
    description: document.feedback?.description ?? null,
    annotated_at: document.annotated_at ?? null,
    annotated_by: document.annotated_by ?? null,
    created_at: document.created_at,
    page_images: pathsOf(
      document.stream_length ?? document.page_count ?? 0,
      1,
      (page) => `${path}/page-images/${page}`,
    ),
    thumbnail: isRead ? `${path}/thumbnail` : null,
  };
};

export interface TrainingDocumentFilter {
  readonly collection?: string | undefined;
  readonly status?: TrainingDocument['status'] | undefined;
  /** Part of the file's name, in any case. */
  readonly name?: string | undefined;
}

/**
 * Returns a page of the workflow's training documents, by their ids. A filter that leaves out most of them may give a
 * page that is not full, or empty, and has a next one: each call reads a limited number of rows.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, ValidationError (cursor)
 */
export const listTrainingDocuments = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  { collection, status, name, ...page }: TrainingDocumentFilter & PageRequest,
): Promise<Page<TrainingDocumentView>> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const query = { pk: workflowPartition(workflow), skBeginsWith: TRAINING_DOCUMENT_PREFIX };
  return listPage(service, query, page, (item) => {
    const document = trainingDocumentSchema.parse(item);
    return fits(document, { collection, status, name }) ? viewTrainingDocument(document) : undefined;
  });
};

const fits = (document: TrainingDocument, { collection, status, name }: TrainingDocumentFilter): boolean =>
  (collection === undefined || isSameCollection(document.collection, collection)) &&
  (status === undefined || document.status === status) &&
  hasNamePart(document.file_name, name);

/** @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such document) */
export const findTrainingDocument = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  documentId: string,
): Promise<TrainingDocument> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const document = await readTrainingDocument(service, { ...workflow, document_id: documentId.toLowerCase() });
  if (document === undefined) throw new NotFoundError(`The workflow has no training document ${documentId}.`);
  return document;
};
