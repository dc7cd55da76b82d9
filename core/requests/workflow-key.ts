/** The key of a workflow's row. */
import type { Key } from '../ports.ts';

/** Identifies a workflow. */
export interface WorkflowKey {
  readonly account_id: string;
  readonly workflow_id: string;
}

/** Returns the key of the workflow's row, in the partition of its account. */
export const workflowRowKey = ({ account_id: account, workflow_id: workflow }: WorkflowKey): Key => ({
  pk: `ACCOUNT#${account}`,
  sk: `WORKFLOW#${workflow}`,
});
