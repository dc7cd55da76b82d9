/** A workflow of an account: its row, its training states and its blob keys. */
import { z } from 'zod';
import type { WriteOperation } from '../ports.ts';
import { documentSpecificationSchema } from '../requests/workflows/document-specification.ts';
import { attributesOf } from '../storage/attributes-of.ts';
import { queryItems } from '../storage/lists/query-items.ts';
import { migrationSchema } from './migrations/migration.ts';
import { WORKFLOW_ROW_PREFIX, workflowRowKey } from '../requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../requests/workflows/workflow-key.ts';
import type { Service } from '../service.ts';

/**
 * `untrained` → `queued` → `preparing` → `training` → `evaluating` → `deploying` → `trained` | `failed` | `cancelled`.
 * From any of the last three it returns to `queued` when another training is requested.
 */
export const workflowTrainingStateSchema = z.enum([
  'untrained',
  'queued',
  'preparing',
  'training',
  'evaluating',
  'deploying',
  'trained',
  'failed',
  'cancelled',
]);

export const workflowSchema = z.object({
  workflow_id: z.uuid(),
  account_id: z.uuid(),
  workflow_name: z.string().min(1),
  description: z.string().optional(),
  /** Whether it has a thumbnail. */
  has_thumbnail: z.boolean().optional(),
  document_specification: documentSpecificationSchema.prefault({}),
  /** Whether a reviewer's correction of a result becomes a training document. */
  learns_from_corrections: z.boolean().optional(),
  created_at: z.iso.datetime(),
  training_state: workflowTrainingStateSchema,
  /** The latest training: `training_state` is its state. */
  training_id: z.uuid().optional(),
  last_training_date: z.iso.datetime().optional(),
  /** Blob key and version of the model in use; both absent: the base model. */
  weights: z.string().optional(),
  model_version: z.string().optional(),
  /** The base model from which the model in use was trained. */
  base_version: z.string().optional(),
  /** The latest migration to a newer base model. */
  migration: migrationSchema.optional(),
  /** A preview of a migration: the workflow it will replace, and when. */
  preview: z.boolean().optional(),
  parent_workflow_id: z.uuid().optional(),
  migration_due_at: z.iso.datetime().optional(),
  /** Absent: true. */
  is_latest_architecture: z.boolean().optional(),
});
export type WorkflowRow = z.infer<typeof workflowSchema>;

/** The workflow whose training documents and model a training of this one uses: of a preview, its parent. */
export const documentsOf = ({ account_id, workflow_id, parent_workflow_id: parent }: WorkflowRow): WorkflowKey => ({
  account_id,
  workflow_id: parent ?? workflow_id,
});

/** Blob keys of a workflow. All blobs of an account have one prefix. */
export const workflowBlobs = ({ account_id: account, workflow_id: workflow }: WorkflowKey) => {
  const prefix = `accounts/${account}/workflows/${workflow}/`;
  return {
    prefix,
    thumbnail: `${prefix}thumbnail.jpg`,
    /** Weights of a version that is or was in use. The blob never changes after it is written. */
    modelWeights: (version: string) => `${prefix}models/${version}/weights.json`,
    modelReport: (version: string) => `${prefix}models/${version}/report.json`,
    /** The exported file. */
    modelFile: (version: string) => `${prefix}models/${version}/model.json`,
    /** Prefix of all blobs of a version. */
    model: (version: string) => `${prefix}models/${version}/`,
    training: (trainingId: string) => `${prefix}trainings/${trainingId}/`,
  };
};

/** Writes a new row. The condition fails where the id exists. */
export const putWorkflow = (workflow: WorkflowRow): WriteOperation => ({
  put: { ...attributesOf(workflow), ...workflowRowKey(workflow) },
  when: [{ item: 'absent' }],
});

/** Yields the workflows of an account, by their ids. */
export async function* workflowsOf(service: Pick<Service, 'table'>, account: string): AsyncGenerator<WorkflowRow> {
  const { pk } = workflowRowKey({ account_id: account, workflow_id: '' });
  for await (const item of queryItems(service, { pk, skBeginsWith: WORKFLOW_ROW_PREFIX }))
    yield workflowSchema.parse(item);
}

/** Returns the row, or undefined where the account has no such workflow. */
export const readWorkflow = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
): Promise<WorkflowRow | undefined> => {
  const item = await service.table.get(workflowRowKey(workflow));
  return item === undefined ? undefined : workflowSchema.parse(item);
};
