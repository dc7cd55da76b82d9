/** The attributes of a workflow's row that say which model it splits with. */
import type { AttributeValue } from '../../ports.ts';
import type { WorkflowModel } from './models.ts';

/** Index partition of the workflows that have had a model of their own, and of previews: those that migrations concern. */
export const OWN_MODELS = 'WORKFLOWS_WITH_MODEL';

/** Sets a model as the model in use. */
export const modelInUse = (
  model: Pick<WorkflowModel, 'account_id' | 'workflow_id' | 'weights' | 'model_version' | 'base_version'>,
): Readonly<Record<string, AttributeValue>> => ({
  weights: model.weights,
  model_version: model.model_version,
  base_version: model.base_version,
  ...indexOfWorkflow(model),
});

export const indexOfWorkflow = ({
  account_id: account,
  workflow_id: workflow,
}: Pick<WorkflowModel, 'account_id' | 'workflow_id'>) => ({
  index_pk: OWN_MODELS,
  index_sk: `${account}#${workflow}`,
});

/** Removed where the base model becomes the model in use. The workflow stays in the index: its migration has to end. */
export const OWN_MODEL_ATTRIBUTES = ['weights', 'model_version', 'base_version'];
