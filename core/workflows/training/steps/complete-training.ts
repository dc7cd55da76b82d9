/** Step CompleteTraining: moves the training to `trained`, publishes its event and sends its mail. */
import { TrainingStateError } from '../../../errors.ts';
import { finishTraining } from '../finish-training.ts';
import { isModelInUse } from '../../models/model-in-use.ts';
import type { FinalisingService } from '../finalise-training.ts';
import { hasEnded, trainingKeyOf } from '../training.ts';
import type { TrainingKey } from '../training.ts';
import { getTraining } from '../trainings.ts';

/**
 * Ends the training as `trained`. A training that has already ended, for example cancelled, is only finalised.
 * @throws TrainingStateError where the gate has not decided, or the accepted model is not in use yet: a step that timed
 *   out may still be running
 * @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const completeTraining = async (service: FinalisingService, key: TrainingKey): Promise<TrainingKey> => {
  const training = await getTraining(service, key);
  const isKept = training.state === 'evaluating' && training.gate?.decision === 'keep_serving_model';
  if (!hasEnded(training) && !isKept && !(await isModelInUse(service, training))) {
    throw new TrainingStateError(`The training is ${training.state}: it is not complete yet.`);
  }
  await finishTraining(service, key, { state: 'trained' });
  return trainingKeyOf(key);
};
