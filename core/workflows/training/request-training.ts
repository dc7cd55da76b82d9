/** Requests a training. */
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  TemporarilyUnavailableError,
  TrainingRunningError,
  WorkflowNotTrainableError,
} from '../../errors.ts';
import { linkMade } from '../../requests/idempotency.ts';
import type { KeyClaim } from '../../requests/idempotency.ts';
import { isSameCollection } from '../../requests/training-documents/collection.ts';
import type { Service } from '../../service.ts';
import { trainingKeyOf } from './training.ts';
import type { Training, TrainingKey } from './training.ts';
import { getTraining, putQueuedTraining } from './trainings.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import { documentsOf } from '../workflow.ts';
import { annotatedDocuments } from '../documents/annotated-documents.ts';
import { drawTrainable } from './draw-trainable.ts';
import { newTrainingId } from './training-id.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';

/** The execution's name is the training's id: starting is idempotent. @throws TemporarilyUnavailableError */
const startTrainWorkflow = (service: Pick<Service, 'stateMachines'>, training: Training): Promise<void> =>
  service.stateMachines.start('train-workflow', training.training_id, trainingKeyOf(training));

/** Where the state machines cannot be reached now, the training stays accepted: resumeTrainings starts it later. */
const startQueued = async (service: Pick<Service, 'stateMachines'>, training: Training): Promise<void> => {
  try {
    await startTrainWorkflow(service, training);
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
};

/** Returns a training that was accepted before, and starts it where the process that accepted it did not. */
const continueTraining = async (
  service: Pick<Service, 'table' | 'stateMachines'>,
  key: TrainingKey,
): Promise<Training> => {
  const training = await getTraining(service, key);
  if (training.state === 'queued') await startQueued(service, training);
  return training;
};

/** @throws TrainingRunningError, IdempotencyKeyInUseError */
const writeQueued = async (
  service: Pick<Service, 'table'>,
  training: Training,
  claim: KeyClaim | undefined,
): Promise<void> => {
  const writes = putQueuedTraining(training);
  try {
    await service.table.write([...writes, ...(claim === undefined ? [] : [linkMade(claim, [training.training_id])])]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(writes.length) ? new IdempotencyKeyInUseError() : new TrainingRunningError();
  }
};

export interface TrainingRequest extends WorkflowKey {
  /** Collections whose annotated documents the training uses; null: all. */
  readonly collections: readonly string[] | null;
  /** True where the service trains a preview: nobody else does. */
  readonly forMigration?: boolean;
  /** Of the request's idempotency key. */
  readonly claim?: KeyClaim | undefined;
}

/** Each collection once, in whichever Unicode normalization forms it was named. */
const withoutRepetitions = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.findIndex((other) => isSameCollection(other, name)) === index);

/**
 * Accepts a training of the account's workflow and returns it. An accepted training is run to its end, even where this
 * process is killed. A claim that names a training returns that training.
 * @throws WorkflowNotTrainableError, WorkflowNotFoundError, TrainingRefusedError (the data is not enough),
 *   TrainingRunningError (another one has not ended), IdempotencyKeyInUseError (the claim was taken over),
 *   StorageFullError
 */
export const requestTraining = async (
  service: Pick<Service, 'table' | 'stateMachines' | 'clock' | 'ids'>,
  { collections, claim, forMigration = false, ...workflow }: TrainingRequest,
): Promise<Training> => {
  const row = await findOwnWorkflow(service, workflow, workflow.workflow_id);
  if (row.preview === true && !forMigration)
    throw new WorkflowNotTrainableError(
      'A preview is trained by the service. Train the workflow that it will replace.',
    );
  const [made] = claim?.madeIds ?? [];
  if (made !== undefined) return continueTraining(service, { ...workflow, training_id: made });
  drawTrainable(await annotatedDocuments(service, documentsOf(row), collections), collections);
  const training: Training = {
    training_id: newTrainingId(service),
    account_id: workflow.account_id,
    workflow_id: workflow.workflow_id,
    state: 'queued',
    collections: collections === null ? null : withoutRepetitions(collections),
    created_at: service.clock.now().toISOString(),
  };
  await writeQueued(service, training, claim);
  await startQueued(service, training);
  return training;
};
