/** Step CompleteTraining: state `trained`, event, mail; of a training that was cancelled, its end. */
import { TrainingStateError } from '../../errors.ts';
import { finishTraining } from './finish-training.ts';
import { isLive } from '../models/live-model.ts';
import type { SettlingService } from './finalise-training.ts';
import { hasEnded, trainingKeyOf } from './training.ts';
import type { TrainingKey } from './training.ts';
import { getTraining } from './trainings.ts';

/**
 * @throws TrainingStateError where the gate has not decided yet, or its model is not in use yet: a step that was given up may still run
 * @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const completeTraining = async (service: SettlingService, key: TrainingKey): Promise<TrainingKey> => {
  const training = await getTraining(service, key);
  const isKept = training.state === 'evaluating' && training.gate?.decision === 'keep_serving_model';
  if (!hasEnded(training) && !isKept && !(await isLive(service, training))) {
    throw new TrainingStateError(`The training is ${training.state}: it is not complete yet.`);
  }
  await finishTraining(service, key, { state: 'trained' });
  return trainingKeyOf(key);
};
