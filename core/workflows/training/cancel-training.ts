/** Cancels a training. */
import type { Account } from '../../accounts/account.ts';
import { TrainingStateError } from '../../errors.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { finaliseTraining } from './finalise-training.ts';
import type { FinalisingService } from './finalise-training.ts';
import type { Training, TrainingKey } from './training.ts';
import { enterState, getTraining } from './trainings.ts';
import { viewTraining } from './view/training-view.ts';
import type { TrainingView } from './view/training-view.ts';

/**
 * Ends a training as cancelled: the model in use does not change. Repeating it has no effect. The job is stopped here, or
 * by the next step or sweep where this process ends before.
 * @throws NotFoundError, TrainingStateError (its model is being deployed, or it has ended), TemporarilyUnavailableError
 */
export const endAsCancelled = async (service: FinalisingService, key: TrainingKey): Promise<Training> => {
  await enterState(service, key, 'cancelled', { set: { finished_at: service.clock.now().toISOString() } });
  const training = await getTraining(service, key);
  if (training.state !== 'cancelled')
    throw new TrainingStateError(`The training is ${training.state}: it cannot be cancelled any more.`);
  await finaliseTraining(service, training);
  return training;
};

/**
 * Cancels a training of the account's workflow.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, and the errors of endAsCancelled
 */
export const cancelTraining = async (
  service: FinalisingService,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  trainingId: string,
): Promise<TrainingView> => {
  const { account_id, workflow_id } = await findOwnWorkflow(service, account, workflowKey);
  const key = { account_id, workflow_id, training_id: trainingId.toLowerCase() };
  return viewTraining(await endAsCancelled(service, key), service.clock.now());
};
