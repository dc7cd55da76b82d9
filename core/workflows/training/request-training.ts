/** Requests and cancels trainings. */
import {
  TemporarilyUnavailableError,
  TrainingStateError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../../errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../requests/processing-request.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { finaliseTraining } from './finalise-training.ts';
import type { FinalisingService } from './finalise-training.ts';
import { trainingKeyOf } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { enterState, getTraining, putQueuedTraining } from './trainings.ts';
import { readWorkflow } from '../workflow.ts';
import type { WorkflowKey } from '../../requests/workflow-key.ts';

/** The execution's name is the training's id: starting is idempotent. @throws TemporarilyUnavailableError */
const startTrainWorkflow = (service: Pick<Service, 'stateMachines'>, training: Training): Promise<void> =>
  service.stateMachines.start('train-workflow', training.training_id, trainingKeyOf(training));

export interface TrainingRequest extends WorkflowKey {
  /** Collections whose annotated documents the training uses; null: all. */
  readonly collections: readonly string[] | null;
}

/**
 * Accepts a training of the account's workflow and returns it. An accepted training is run to its end, even where this
 * process is killed.
 * @throws WorkflowNotTrainableError, WorkflowNotFoundError, TrainingStateError (another one has not ended),
 *   StorageFullError
 */
export const requestTraining = async (
  service: Pick<Service, 'table' | 'stateMachines' | 'clock' | 'ids'>,
  { collections, ...workflow }: TrainingRequest,
): Promise<Training> => {
  if (workflow.workflow_id === GENERIC_WORKFLOW_ID)
    throw new WorkflowNotTrainableError('The generic workflow is never trained. Create a workflow of your own.');
  if ((await readWorkflow(service, workflow)) === undefined)
    throw new WorkflowNotFoundError(`This account has no workflow with the key ${workflow.workflow_id}.`);
  const training: Training = {
    training_id: service.ids.uuid(),
    account_id: workflow.account_id,
    workflow_id: workflow.workflow_id,
    state: 'queued',
    collections: collections === null ? null : [...collections],
    created_at: service.clock.now().toISOString(),
  };
  if (!(await writeConditionally(service, putQueuedTraining(training)))) {
    throw new TrainingStateError('A training of this workflow has not ended yet. Wait for it, or cancel it.');
  }
  try {
    await startTrainWorkflow(service, training);
  } catch (error) {
    // The training stays accepted: resumeTrainings starts it later.
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
  return training;
};

/**
 * Cancels a training: its job is stopped, the model in use does not change. Repeating it has no effect.
 * @throws NotFoundError, TrainingStateError (its model is being deployed, or it has ended), TemporarilyUnavailableError
 */
export const cancelTraining = async (service: FinalisingService, key: TrainingKey): Promise<Training> => {
  await enterState(service, key, 'cancelled', { set: { finished_at: service.clock.now().toISOString() } });
  const training = await getTraining(service, key);
  if (training.state !== 'cancelled')
    throw new TrainingStateError(`The training is ${training.state}: it cannot be cancelled any more.`);
  await finaliseTraining(service, training);
  return training;
};
