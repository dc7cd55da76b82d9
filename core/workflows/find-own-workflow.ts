/** Finds a workflow of an account that the account may change: not the generic one. */
import type { Account } from '../accounts/account.ts';
import { WorkflowNotFoundError, WorkflowNotTrainableError } from '../errors.ts';
import type { TearlineError } from '../errors.ts';
import { GENERIC_WORKFLOW_ID } from '../requests/processing-request.ts';
import type { Service } from '../service.ts';
import { readWorkflow } from './workflow.ts';
import type { WorkflowRow } from './workflow.ts';

const notTrainable = (): TearlineError =>
  new WorkflowNotTrainableError('The generic workflow is never trained. Create a workflow of your own.');

/**
 * Returns the account's own workflow.
 * @param workflowKey  any UUID
 * @param refuseGeneric  the error for the generic workflow
 * @throws WorkflowNotFoundError for an unknown key or a key of another account: the error does not disclose which
 * @throws WorkflowNotTrainableError, or the error of refuseGeneric, for the generic workflow
 */
export const findOwnWorkflow = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  refuseGeneric: () => TearlineError = notTrainable,
): Promise<WorkflowRow> => {
  const workflowId = workflowKey.toLowerCase();
  if (workflowId === GENERIC_WORKFLOW_ID) throw refuseGeneric();
  const workflow = await readWorkflow(service, { account_id: account.account_id, workflow_id: workflowId });
  if (workflow === undefined)
    throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflowKey}.`);
  return workflow;
};
