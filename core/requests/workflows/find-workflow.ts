/** Finds the workflow of a request by its key. */
import { z } from 'zod';
import type { Account } from '../../accounts/account.ts';
import { WorkflowNotFoundError } from '../../errors.ts';
import { GENERIC_WORKFLOW_ID, GENERIC_WORKFLOW_NAME } from '../processing-request.ts';
import type { Service } from '../../service.ts';
import { documentSpecificationSchema } from './document-specification.ts';
import { workflowRowKey } from './workflow-key.ts';

const workflowSchema = z.object({
  workflow_id: z.uuid(),
  workflow_name: z.string().min(1),
  /** Absent: the generic workflow, which reads all scripts. */
  document_specification: documentSpecificationSchema.optional(),
  /** Whether a reviewer's correction of a result becomes a training document. */
  learns_from_corrections: z.boolean().optional(),
  /** Of a preview: the workflow that it will replace, on whose documents it is trained. */
  parent_workflow_id: z.uuid().optional(),
  /** Key of the workflow's own weights in the blob store; absent: the base model. */
  weights: z.string().optional(),
});
/** The properties of a workflow that a processing request needs. */
export type Workflow = z.infer<typeof workflowSchema>;

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

const GENERIC_WORKFLOW: Workflow = { workflow_id: GENERIC_WORKFLOW_ID, workflow_name: GENERIC_WORKFLOW_NAME };

/**
 * Returns the account's workflow with this key. The generic workflow is in every account; the others are table rows.
 * @throws WorkflowNotFoundError for an unknown key or a key of another account: the error does not disclose which
 */
export const findWorkflow = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  key: string,
): Promise<Workflow> => {
  const workflowId = key.toLowerCase();
  if (workflowId === GENERIC_WORKFLOW_ID) return GENERIC_WORKFLOW;
  // A key that is not a UUID cannot be an id: no read is needed.
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
