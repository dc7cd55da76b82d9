/** Step StartTraining: hands the prepared data to the trainer. The job has the training's id as its name, so that two starts are one. */
import type { Service } from '../../service.ts';
import { FIRST_WAIT_SECONDS } from './check-training.ts';
import { trainingBlobs, trainingKeyOf } from './training.ts';
import type { TrainingKey } from './training.ts';
import { enterState, getTraining } from './trainings.ts';

export interface Started extends TrainingKey {
  readonly wait_seconds: number;
}

/** The same documents and the same model in use give the same weights. */
const HYPERPARAMETERS = { seed: '1' };

/** @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError */
export const startTraining = async (
  service: Pick<Service, 'table' | 'trainer' | 'clock'>,
  key: TrainingKey,
): Promise<Started> => {
  await enterState(service, key, 'training', { set: { job_started_at: service.clock.now().toISOString() } });
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
  return { ...trainingKeyOf(key), wait_seconds: FIRST_WAIT_SECONDS };
};
