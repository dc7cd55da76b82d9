/** A workflow of an account: its row, the states of its training, and where its blobs lie. */
import { z } from 'zod';
import type { WriteOperation } from '../ports.ts';
import { workflowRowKey } from '../requests/workflow-key.ts';
import type { WorkflowKey } from '../requests/workflow-key.ts';
import type { Service } from '../service.ts';

/** `untrained` → `queued` → `preparing` → `training` → `evaluating` → `deploying` → `trained` | `failed` | `cancelled`, and from there `queued` again. */
export const TRAINING_STATES = [
  'untrained',
  'queued',
  'preparing',
  'training',
  'evaluating',
  'deploying',
  'trained',
  'failed',
  'cancelled',
] as const;
const workflowTrainingStateSchema = z.enum(TRAINING_STATES);

export const workflowSchema = z.object({
  workflow_id: z.uuid(),
  account_id: z.uuid(),
  workflow_name: z.string().min(1),
  created_at: z.iso.datetime(),
  training_state: workflowTrainingStateSchema,
  /** The training that `training_state` speaks of. */
  training_id: z.uuid().optional(),
  last_training_date: z.iso.datetime().optional(),
  /** Blob key of the weights in use, and their version; both absent: the base model. */
  weights: z.string().optional(),
  model_version: z.string().optional(),
});
export type WorkflowRow = z.infer<typeof workflowSchema>;

/** The partition of what belongs to a workflow: trainings, models, training documents. It begins as every partition of the account. */
export const workflowPartition = ({ account_id: account, workflow_id: workflow }: WorkflowKey): string =>
  `ACCOUNT#${account}#WORKFLOW#${workflow}`;

/** Blob keys of a workflow; everything of an account lies under one prefix. */
export const workflowBlobs = ({ account_id: account, workflow_id: workflow }: WorkflowKey) => {
  const prefix = `accounts/${account}/workflows/${workflow}/`;
  return {
    prefix,
    /** Weights of a version that is or was in use. They never change below their key. */
    modelWeights: (version: string) => `${prefix}models/${version}/weights.json`,
    modelReport: (version: string) => `${prefix}models/${version}/report.json`,
    training: (trainingId: string) => `${prefix}trainings/${trainingId}/`,
  };
};

/** Writes a new row. Fails where the id was taken. */
export const putWorkflow = (workflow: WorkflowRow): WriteOperation => ({
  put: { ...workflowRowKey(workflow), ...workflow },
  when: [{ item: 'absent' }],
});

/** The row, or undefined where the account has no such workflow. */
export const readWorkflow = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
): Promise<WorkflowRow | undefined> => {
  const item = await service.table.get(workflowRowKey(workflow));
  return item === undefined ? undefined : workflowSchema.parse(item);
};
