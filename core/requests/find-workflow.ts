/** The workflow that a request names by its key. */
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { WorkflowNotFoundError } from '../errors.ts';
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from './processing-request.ts';
import type { Service } from '../service.ts';
import { readWorkflow } from '../workflows/workflow.ts';

export interface Workflow {
  readonly workflow_id: string;
  readonly workflow_name: string;
  /** Key of the workflow's own weights in the blob store; absent: the base model. */
  readonly weights?: string;
}

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

const GENERIC_WORKFLOW: Workflow = { workflow_id: GENERIC_WORKFLOW_ID, workflow_name: GENERIC_WORKFLOW_NAME };

/**
 * The account's workflow with this key. The generic one is in every account; self-trained ones are rows of the table.
 * @throws WorkflowNotFoundError for an unknown key and for another account's alike
 */
export const findWorkflow = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<Workflow> => {
  const workflowId = workflowKey.toLowerCase();
  if (workflowId === GENERIC_WORKFLOW_ID) return GENERIC_WORKFLOW;
  // A caller may name anything: only what can be an id is looked up.
  const row = isId(workflowId)
    ? await readWorkflow(service, { account_id: account.account_id, workflow_id: workflowId })
    : undefined;
  if (row === undefined) {
    throw new WorkflowNotFoundError(
      `This account has no workflow with the key ${workflowKey}. The generic splitting workflow is ${GENERIC_WORKFLOW_ID}.`,
    );
  }
  return {
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    ...(row.weights === undefined ? {} : { weights: row.weights }),
  };
};
