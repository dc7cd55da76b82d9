/** The models of a workflow, present and past: one row for each version, so that an earlier one can be restored. */
import { z } from 'zod';
import type { Key, WriteOperation } from '../../ports.ts';
import { workflowPartition } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { gateSchema } from '../training/training.ts';
import { attributesOf } from '../../storage/attributes-of.ts';
import { listAll } from '../../storage/lists/list-page.ts';

/** Stands for the base model where a version is asked for: a workflow can always return to it. */
export const BASE_MODEL = 'base';

export const workflowModelSchema = z.object({
  account_id: z.uuid(),
  workflow_id: z.uuid(),
  /** `workflow-` and the first 12 hexadecimal digits of the digest. */
  model_version: z.string(),
  /** SHA-256 of the weights, hexadecimal. */
  digest: z.string(),
  /** Bytes of the weights. */
  size: z.int(),
  /** The base model that it was trained from. */
  base_version: z.string(),
  /** The model that was in use before; null: the base model. */
  before_version: z.string().nullable(),
  source: z.enum(['training', 'import', 'migration']),
  /** The training that made it; null for an imported one. */
  training_id: z.uuid().nullable(),
  /** The release that trained it. */
  release: z.string(),
  /** Whether it was allowed to go live. */
  gate: gateSchema,
  error_rate_before: z.number(),
  error_rate_after: z.number(),
  documents: z.int(),
  /** Blob keys. */
  weights: z.string(),
  report: z.string(),
  created_at: z.iso.datetime(),
  /** When it was last made the model in use by a caller. */
  activated_at: z.iso.datetime().optional(),
});
export type WorkflowModel = z.infer<typeof workflowModelSchema>;

/** The sort keys of models in their workflow's partition begin with this. */
export const MODEL_PREFIX = 'MODEL#';

export const modelRowKey = (workflow: WorkflowKey, version: string): Key => ({
  pk: workflowPartition(workflow),
  sk: `${MODEL_PREFIX}${version}`,
});

/** Writes the row of a version. A later training that produces the same version replaces it, unless it is in use. */
export const putModel = (model: WorkflowModel): WriteOperation => ({
  put: {
    ...attributesOf(model),
    ...modelRowKey(model, model.model_version),
  },
});

/** Returns the model, or undefined where the workflow has no such version. */
export const readModel = async (
  { table }: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  version: string,
): Promise<WorkflowModel | undefined> => {
  const item = await table.get(modelRowKey(workflow, version));
  return item === undefined ? undefined : workflowModelSchema.parse(item);
};

/** Returns all models of the workflow, the newest first: their keys are hashes, which have no order. */
export const modelsOf = async (service: Pick<Service, 'table'>, workflow: WorkflowKey): Promise<WorkflowModel[]> => {
  const models = await listAll(service, { pk: workflowPartition(workflow), skBeginsWith: MODEL_PREFIX }, (item) =>
    workflowModelSchema.parse(item),
  );
  return models.sort((a, b) => b.created_at.localeCompare(a.created_at));
};
