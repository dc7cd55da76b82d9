/** Step RecordTrainingFailure: moves the training to `failed`, publishes its event and sends its mail. */
import { failureFromCause } from '../../../requests/failure.ts';
import { caughtErrorSchema } from '../../../requests/step-data.ts';
import type { z } from 'zod';
import { finishTraining } from '../finish-training.ts';
import { isModelInUse } from '../../models/model-in-use.ts';
import type { FinalisingService } from '../finalise-training.ts';
import { trainingKeyOf, trainingKeySchema } from '../training.ts';
import type { TrainingKey } from '../training.ts';
import { getTraining } from '../trainings.ts';

/** The input of the failed step, with the caught error. */
export const recordTrainingFailureInputSchema = trainingKeySchema.extend({ error: caughtErrorSchema });

/**
 * Ends the training as `failed` with its reason; the model in use does not change.
 * @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const recordTrainingFailure = async (
  service: FinalisingService,
  failed: z.infer<typeof recordTrainingFailureInputSchema>,
): Promise<TrainingKey> => {
  // If the new model is in use already, the training has succeeded: only a later step has failed.
  const live = await isModelInUse(service, await getTraining(service, failed));
  await finishTraining(
    service,
    failed,
    live ? { state: 'trained' } : { state: 'failed', failure: failureFromCause(failed.error.Cause) },
  );
  return trainingKeyOf(failed);
};
