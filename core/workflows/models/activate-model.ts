/** Makes a model of the workflow, an earlier one or the base model, its model in use. */
import type { Account } from '../../accounts/account.ts';
import { ModelNotLoadableError, ModelUnusableError, NotFoundError } from '../../errors.ts';
import type { WriteOperation } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import type { Service } from '../../service.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { BASE_MODEL, modelRowKey } from './models.ts';
import type { WorkflowModel } from './models.ts';
import { getModel } from './read-models.ts';
import { summariseBaseModel, summariseModel } from './model-view.ts';
import type { ModelSummary } from './model-view.ts';
import { modelInUse, OWN_MODEL_ATTRIBUTES } from './set-model-in-use.ts';
import { tryModel } from './evaluation/try-model.ts';

type ActivatingService = Pick<Service, 'table' | 'splitModel' | 'clock'>;

/** Fails where the workflow or the model was deleted meanwhile. */
const writeModelInUse = async (service: ActivatingService, writes: readonly WriteOperation[]): Promise<void> => {
  if (await writeConditionally(service, writes)) return;
  throw new NotFoundError('The workflow or the model was deleted meanwhile.');
};

const requireLoadable = async (service: ActivatingService, model: WorkflowModel): Promise<void> => {
  try {
    await tryModel(service, model);
  } catch (error) {
    if (!(error instanceof ModelUnusableError)) throw error;
    throw new ModelNotLoadableError(
      `This release cannot load the model ${model.model_version} any more. Train again; the model in use did not change.`,
      { cause: error },
    );
  }
};

const activateBaseModel = (service: ActivatingService, workflow: WorkflowKey): Promise<void> =>
  writeModelInUse(service, [
    { update: workflowRowKey(workflow), remove: OWN_MODEL_ATTRIBUTES, when: [{ item: 'present' }] },
  ]);

/**
 * Documents that are accepted from now on are split with this model. A training that runs meanwhile is compared with the
 * model in use before, so its model does not go live.
 * @param version  a version of the workflow, or `base`
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such model),
 *   ModelNotLoadableError, TemporarilyUnavailableError
 */
export const activateModel = async (
  service: ActivatingService,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  version: string,
): Promise<ModelSummary> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  if (version === BASE_MODEL) {
    await activateBaseModel(service, workflow);
    return summariseBaseModel({});
  }
  const model = await getModel(service, workflow, version);
  await requireLoadable(service, model);
  await writeModelInUse(service, [
    {
      update: workflowRowKey(workflow),
      set: modelInUse(model),
      when: [{ item: 'present' }],
    },
    {
      update: modelRowKey(workflow, version),
      set: { activated_at: service.clock.now().toISOString() },
      when: [{ item: 'present' }],
    },
  ]);
  return summariseModel({ model_version: version }, model);
};
