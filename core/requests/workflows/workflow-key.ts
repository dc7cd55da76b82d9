/** The keys of a workflow's row and of the partition of everything that belongs to the workflow. */
import type { Key } from '../../ports.ts';

/** Identifies a workflow. */
export interface WorkflowKey {
  readonly account_id: string;
  readonly workflow_id: string;
}

/** The sort keys of workflows in their account's partition begin with this. */
export const WORKFLOW_ROW_PREFIX = 'WORKFLOW#';

/** Returns the key of the workflow's row, in the partition of its account. */
export const workflowRowKey = ({ account_id: account, workflow_id: workflow }: WorkflowKey): Key => ({
  pk: `ACCOUNT#${account}`,
  sk: `${WORKFLOW_ROW_PREFIX}${workflow}`,
});

/**
 * The table partition of a workflow's collections, training documents, trainings and models. It begins with
 * `ACCOUNT#<account_id>`, as all partitions of the account do.
 */
export const workflowPartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `ACCOUNT#${account}#WORKFLOW#${workflow}`;

/** The table partition of an account's deleted workflows, by which their usage is found: it is kept. */
export const deletedWorkflowsPartition = (accountId: string): string => `ACCOUNT#${accountId}#DELETED_WORKFLOWS`;

export const deletedWorkflowKey = ({ account_id: account, workflow_id: workflow }: WorkflowKey): Key => ({
  pk: deletedWorkflowsPartition(account),
  sk: workflow,
});
