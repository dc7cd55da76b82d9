/** The workflow that a request names by its key. */
import type { Account } from '../accounts/account.ts';
import { WorkflowNotFoundError } from '../errors.ts';
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from '../reading/processing-request.ts';
import type { Service } from '../service.ts';

export interface Workflow {
  readonly workflow_id: string;
  readonly workflow_name: string;
  /** Key of the workflow's own weights in the blob store; absent: the base model. */
  readonly weights?: string;
}

const GENERIC_WORKFLOW: Workflow = { workflow_id: GENERIC_WORKFLOW_ID, workflow_name: GENERIC_WORKFLOW_NAME };

/**
 * The account's workflow with this key. The generic one is in every account; self-trained ones are rows of the table.
 * @throws WorkflowNotFoundError for an unknown key and for another account's alike
 */
export const findWorkflow = (_service: Pick<Service, 'table'>, _account: Pick<Account, 'account_id'>, workflowKey: string): Promise<Workflow> =>
  workflowKey.toLowerCase() === GENERIC_WORKFLOW_ID
    ? Promise.resolve(GENERIC_WORKFLOW)
    : Promise.reject(
        new WorkflowNotFoundError(
          `This account has no workflow with the key ${workflowKey}. The generic splitting workflow is ${GENERIC_WORKFLOW_ID}.`,
        ),
      );
