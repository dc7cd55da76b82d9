/** Step DeployModel: scores two pages with the new model on the endpoint, then makes it the workflow's in one write. */
import { ModelUnusableError, ServingModelChangedError } from '../../errors.ts';
import type { ConditionClause } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { readModel } from './models.ts';
import { modelInUse } from './set-model-in-use.ts';
import { tryModel } from './evaluation/try-model.ts';
import type { WorkflowModel } from './models.ts';
import { trainingKeyOf } from '../training/training.ts';
import type { TrainingKey } from '../training/training.ts';
import { readPlan } from '../training/training-plan.ts';
import type { TrainingPlan } from '../training/training-plan.ts';
import { enterState, getTraining } from '../training/trainings.ts';
import { readWorkflow } from '../workflow.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';

type DeployService = Pick<Service, 'table' | 'blobs' | 'splitModel' | 'clock'>;

/** A preview has no model before its own. */
const servesComparedModel = ({ serving, isPreview }: TrainingPlan): ConditionClause =>
  serving === null || isPreview
    ? { attribute: 'model_version', is: 'absent' }
    : { attribute: 'model_version', in: [serving.model_version] };

/** Writes only while the model in use is the one that the new model was compared with. */
const setModelInUse = async (service: DeployService, key: TrainingKey, model: WorkflowModel): Promise<void> => {
  const plan = await readPlan(service, key);
  const written = await writeConditionally(service, [
    {
      update: workflowRowKey(key),
      set: modelInUse(model),
      when: [
        { attribute: 'training_id', in: [key.training_id] },
        { attribute: 'training_state', in: ['deploying'] },
        servesComparedModel(plan),
      ],
    },
  ]);
  if (written || (await readWorkflow(service, key))?.model_version === model.model_version) return;
  throw new ServingModelChangedError(
    "While the training ran another model became the workflow's, or the workflow was deleted. Train again.",
  );
};

/**
 * Deploys a model that the gate accepted. The previous model stays under its own key.
 * @throws ModelUnusableError, ServingModelChangedError, BlobNotFoundError, NotFoundError, TemporarilyUnavailableError,
 *   StorageFullError
 */
export const deployModel = async (service: DeployService, key: TrainingKey): Promise<TrainingKey> => {
  const { gate } = await getTraining(service, key);
  if (gate?.decision === 'go_live' || (await readPlan(service, key)).isPreview)
    await enterState(service, key, 'deploying');
  const { state, model_version: version } = await getTraining(service, key);
  if (state !== 'deploying') return trainingKeyOf(key);
  const model = version === undefined ? undefined : await readModel(service, key, version);
  if (model === undefined) throw new ModelUnusableError('The model was not evaluated.');
  await tryModel(service, model);
  await setModelInUse(service, key, model);
  return trainingKeyOf(key);
};
