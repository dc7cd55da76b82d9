/** The models of a workflow, present and past: one row for each version, so that an earlier one can be restored. */
import type { WriteOperation } from '../../ports.ts';
import type { TrainingKey } from '../training/training.ts';
import { workflowPartition } from '../../requests/workflow-key.ts';

export interface WorkflowModel {
  readonly model_version: string;
  /** The model that was in use before; null: the base model. */
  readonly before_version: string | null;
  /** Blob key of the weights. */
  readonly weights: string;
  readonly created_at: string;
}

/** Writes the row of a version. A later training that produces the same version replaces it. */
export const putModel = (
  { account_id, workflow_id, training_id }: TrainingKey,
  model: WorkflowModel,
): WriteOperation => ({
  put: {
    ...model,
    account_id,
    workflow_id,
    training_id,
    pk: workflowPartition({ account_id, workflow_id }),
    sk: `MODEL#${model.model_version}`,
  },
});
