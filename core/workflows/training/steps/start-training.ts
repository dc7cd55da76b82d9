/** Step StartTraining: starts the training job. The job's name is the training's id: starting is idempotent. */
import { writeConditionally } from '../../../requests/processing-requests.ts';
import type { Service } from '../../../service.ts';
import { MIN_POLL_INTERVAL_SECONDS } from './check-training.ts';
import { trainingBlobs, trainingKeyOf } from '../training.ts';
import type { TrainingKey } from '../training.ts';
import { enterState, getTraining, updateTraining } from '../trainings.ts';

export interface StartTrainingOutput extends TrainingKey {
  /** Seconds until the first check of the job. */
  readonly wait_seconds: number;
}

/** A fixed seed: the same documents and the same model in use produce the same weights. */
const HYPERPARAMETERS = { seed: '1' };

/**
 * Moves the training to `training` and starts its job.
 * @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const startTraining = async (
  service: Pick<Service, 'table' | 'trainer' | 'clock'>,
  key: TrainingKey,
): Promise<StartTrainingOutput> => {
  const set = { job_started_at: service.clock.now().toISOString() };
  // Where the step is repeated, as after a restart, the job is resumed: the time in between does not count as its own.
  if (!(await enterState(service, key, 'training', { set })))
    await writeConditionally(service, [updateTraining(key, 'training', set)]);
  const { state } = await getTraining(service, key);
  if (state === 'training') {
    const { input, output } = trainingBlobs(key);
    await service.trainer.start({
      name: key.training_id,
      inputPrefix: input,
      outputPrefix: output,
      hyperparameters: HYPERPARAMETERS,
    });
  }
  return { ...trainingKeyOf(key), wait_seconds: MIN_POLL_INTERVAL_SECONDS };
};
