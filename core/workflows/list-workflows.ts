/** The workflows of an account, as callers read them. */
import type { Account } from '../accounts/account.ts';
import { WorkflowNotFoundError } from '../errors.ts';
import type { DocumentSpecification } from '../requests/workflows/document-specification.ts';
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from '../requests/processing-request.ts';
import { WORKFLOW_ROW_PREFIX, workflowRowKey } from '../requests/workflows/workflow-key.ts';
import type { Service } from '../service.ts';
import { listPage } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import { listAfterFirst } from './list-after-first.ts';
import { readWorkflow, workflowSchema } from './workflow.ts';
import type { WorkflowRow } from './workflow.ts';

/** A workflow as callers read it. */
export interface WorkflowView {
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly description: string | null;
  /** Null for the generic workflow, which reads all scripts. */
  readonly document_specification: DocumentSpecification | null;
  readonly learns_from_corrections: boolean;
  /** Path of the image, relative to the service. */
  readonly thumbnail: string | null;
  readonly created_at: string | null;
  readonly training_state: WorkflowRow['training_state'] | null;
  readonly last_training_date: string | null;
  readonly model_version: string | null;
  readonly preview: boolean;
  readonly parent_workflow_id: string | null;
  readonly migration_due_at: string | null;
  readonly is_latest_architecture: boolean;
}

/** Path of a workflow, relative to the service. */
export const workflowPath = (workflowId: string): string => `/workflows/${workflowId}`;

export const viewWorkflow = (workflow: WorkflowRow): WorkflowView => ({
  workflow_id: workflow.workflow_id,
  workflow_name: workflow.workflow_name,
  description: workflow.description ?? null,
  document_specification: workflow.document_specification,
  learns_from_corrections: workflow.learns_from_corrections ?? false,
  thumbnail: workflow.has_thumbnail === true ? `${workflowPath(workflow.workflow_id)}/thumbnail` : null,
  created_at: workflow.created_at,
  training_state: workflow.training_state,
  last_training_date: workflow.last_training_date ?? null,
  model_version: workflow.model_version ?? null,
  preview: workflow.preview ?? false,
  parent_workflow_id: workflow.parent_workflow_id ?? null,
  migration_due_at: workflow.migration_due_at ?? null,
  is_latest_architecture: workflow.is_latest_architecture ?? true,
});

const GENERIC_WORKFLOW: WorkflowView = {
  workflow_id: GENERIC_WORKFLOW_ID,
  workflow_name: GENERIC_WORKFLOW_NAME,
  description: 'Splits documents of any kind. It belongs to every account and is not trained.',
  document_specification: null,
  learns_from_corrections: false,
  thumbnail: null,
  created_at: null,
  training_state: null,
  last_training_date: null,
  model_version: null,
  preview: false,
  parent_workflow_id: null,
  migration_due_at: null,
  is_latest_architecture: true,
};

/**
 * Returns a page of the account's workflows: the generic one first, then its own by their ids.
 * @throws ValidationError for a cursor that this list did not give
 */
export const listWorkflows = (
  service: Pick<Service, 'table'>,
  { account_id: account }: Pick<Account, 'account_id'>,
  page: PageRequest,
): Promise<Page<WorkflowView>> => {
  const { pk } = workflowRowKey({ account_id: account, workflow_id: '' });
  return listAfterFirst(GENERIC_WORKFLOW, page, (rest) =>
    listPage(service, { pk, skBeginsWith: WORKFLOW_ROW_PREFIX }, rest, (item) =>
      viewWorkflow(workflowSchema.parse(item)),
    ),
  );
};

/** @throws WorkflowNotFoundError for an unknown id or one of another account: the error does not disclose which */
export const getWorkflow = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<WorkflowView> => {
  const workflowId = workflowKey.toLowerCase();
  if (workflowId === GENERIC_WORKFLOW_ID) return GENERIC_WORKFLOW;
  const workflow = await readWorkflow(service, { account_id: account.account_id, workflow_id: workflowId });
  if (workflow === undefined)
    throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflowKey}.`);
  return viewWorkflow(workflow);
};
