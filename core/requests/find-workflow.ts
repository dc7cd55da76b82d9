/** The workflow that a request names by its key. */
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { WorkflowNotFoundError } from '../errors.ts';
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from './processing-request.ts';
import type { Service } from '../service.ts';
import { workflowRowKey } from './workflow-key.ts';

const workflowSchema = z.object({
  workflow_id: z.uuid(),
  workflow_name: z.string().min(1),
  /** Key of the workflow's own weights in the blob store; absent: the base model. */
  weights: z.string().optional(),
});
/** What a processing request needs to know of its workflow. */
export type Workflow = z.infer<typeof workflowSchema>;

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

const GENERIC_WORKFLOW: Workflow = { workflow_id: GENERIC_WORKFLOW_ID, workflow_name: GENERIC_WORKFLOW_NAME };

/**
 * The account's workflow with this key. The generic one is in every account; self-trained ones are rows of the table.
 * @throws WorkflowNotFoundError for an unknown key and for another account's alike
 */
export const findWorkflow = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  key: string,
): Promise<Workflow> => {
  const workflowId = key.toLowerCase();
  if (workflowId === GENERIC_WORKFLOW_ID) return GENERIC_WORKFLOW;
  // A key that is no UUID cannot be an id: it is not looked up.
  const row = isId(workflowId)
    ? await service.table.get(workflowRowKey({ account_id: account.account_id, workflow_id: workflowId }))
    : undefined;
  if (row === undefined) {
    throw new WorkflowNotFoundError(
      `This account has no workflow with the key ${key}. The generic splitting workflow is ${GENERIC_WORKFLOW_ID}.`,
    );
  }
  return workflowSchema.parse(row);
};
