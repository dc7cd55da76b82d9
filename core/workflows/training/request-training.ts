/** Asking for a training, and calling it off. */
import {
  TemporarilyUnavailableError,
  TrainingStateError,
  WorkflowNotFoundError,
  WorkflowNotTrainableError,
} from '../../errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../requests/processing-request.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { settleTraining } from './finalise-training.ts';
import type { SettlingService } from './finalise-training.ts';
import { trainingKeyOf } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { enterState, getTraining, putQueuedTraining } from './trainings.ts';
import { readWorkflow } from '../workflow.ts';
import type { WorkflowKey } from '../../requests/workflow-key.ts';

/** The execution has the training's id as its name, so that two starts are one. @throws TemporarilyUnavailableError */
const startTrainWorkflow = (service: Pick<Service, 'stateMachines'>, training: Training): Promise<void> =>
  service.stateMachines.start('train-workflow', training.training_id, trainingKeyOf(training));

/**
 * Accepts a training of the account's workflow: from the moment this returns it comes to an end, whatever happens to the process.
 * @param collections  whose annotated documents it learns from; null: all
 * @throws WorkflowNotTrainableError, WorkflowNotFoundError, TrainingStateError (another one has not ended), StorageFullError
 */
export const requestTraining = async (
  service: Pick<Service, 'table' | 'stateMachines' | 'clock' | 'ids'>,
  workflow: WorkflowKey,
  collections: readonly string[] | null,
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
    // It stays accepted: resumeTrainings starts it later.
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
  return training;
};

/**
 * Calls a training off: its job is stopped, the model in use stays. One that was cancelled before stays so.
 * @throws NotFoundError, TrainingStateError (it goes live just now, or has ended), TemporarilyUnavailableError
 */
export const cancelTraining = async (service: SettlingService, key: TrainingKey): Promise<Training> => {
  await enterState(service, key, 'cancelled', { set: { finished_at: service.clock.now().toISOString() } });
  const training = await getTraining(service, key);
  if (training.state !== 'cancelled')
    throw new TrainingStateError(`The training is ${training.state}: it cannot be cancelled any more.`);
  await settleTraining(service, training);
  return training;
};
