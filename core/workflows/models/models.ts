/** The models that are or were a workflow's own: a row a version, so that there is a way back. */
import type { WriteOperation } from '../../ports.ts';
import type { TrainingKey } from '../training/training.ts';
import { workflowPartition } from '../workflow.ts';

export interface WorkflowModel {
  readonly model_version: string;
  /** The one in use before; null: the base model. */
  readonly before_version: string | null;
  /** Blob key. */
  readonly weights: string;
  readonly created_at: string;
}

/** Writes the row of a version; a training that leads to the same version again replaces it. */
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
