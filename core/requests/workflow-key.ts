/** How a workflow's row is found. */
import type { Key } from '../ports.ts';

/** Names a workflow where no caller is known: in steps and sweeps. */
export interface WorkflowKey {
  readonly account_id: string;
  readonly workflow_id: string;
}

/** The key of the workflow's row, in the partition of its account. */
export const workflowRowKey = ({ account_id: account, workflow_id: workflow }: WorkflowKey): Key => ({
  pk: `ACCOUNT#${account}`,
  sk: `WORKFLOW#${workflow}`,
});
