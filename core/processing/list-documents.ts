/** GET /workflows/{workflow_id}/documents: the documents that were sent to a workflow. */
import type { Account } from '../accounts/account.ts';
import {
  confidenceKey,
  confidencePartition,
  documentOf,
  documentsOfWorkflow,
  documentsPartition,
} from '../requests/document-rows.ts';
import type { ListedDocument } from '../requests/document-rows.ts';
import { findWorkflow } from '../requests/workflows/find-workflow.ts';
import type { ProcessingState } from '../requests/processing-request.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import type { Service } from '../service.ts';
import { listPage } from '../storage/list-page.ts';
import type { Page, PageRequest } from '../storage/list-page.ts';
import type { ListQuery } from '../storage/query-items.ts';

export const DOCUMENT_ORDERS = ['-created_at', 'created_at', 'lowest_confidence', '-lowest_confidence'] as const;

export interface DocumentFilter {
  readonly state?: ProcessingState | undefined;
  readonly verified?: boolean | undefined;
  /** 0 to 1. Only documents with a gap of a lower confidence. */
  readonly confidence_below?: number | undefined;
  /** Part of the file's name, in any case. */
  readonly name?: string | undefined;
  readonly sort: (typeof DOCUMENT_ORDERS)[number];
}

/**
 * A page of the workflow's documents. A filter that leaves out most of them may give a page that is not full, or empty,
 * and has a next one: each call reads a limited number of rows.
 * @throws WorkflowNotFoundError, ValidationError (cursor)
 */
export const listDocuments = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Account,
  workflowId: string,
  filter: DocumentFilter,
  page: PageRequest,
): Promise<Page<ListedDocument>> => {
  const { workflow_id } = await findWorkflow(service, account, workflowId);
  const now = service.clock.now();
  return listPage(service, queryOf({ account_id: account.account_id, workflow_id }, filter), page, (row) => {
    const document = documentOf(row, now);
    return document !== undefined && fits(document, filter) ? document : undefined;
  });
};

const queryOf = (workflow: WorkflowKey, { sort, confidence_below: below }: DocumentFilter): ListQuery => {
  const descending = sort.startsWith('-');
  if (sort.endsWith('created_at'))
    return {
      pk: documentsPartition(workflow.account_id),
      skBeginsWith: documentsOfWorkflow(workflow.workflow_id),
      descending,
    };
  return {
    index: 'by_index',
    pk: confidencePartition(workflow),
    descending,
    ...(below === undefined ? {} : { skTo: confidenceKey(below) }),
  };
};

const fits = (document: ListedDocument, { state, verified, confidence_below: below, name }: DocumentFilter): boolean =>
  (state === undefined || document.state === state) &&
  (verified === undefined || document.verified === verified) &&
  (below === undefined || (document.lowest_confidence !== null && document.lowest_confidence < below)) &&
  (name === undefined || document.file_name.toLowerCase().includes(name.toLowerCase()));
