/** Step RecordTrainingFailure: state `failed` with the reason, event, mail. The model in use stays as it is. */
import { failureFromCause } from '../../requests/failure.ts';
import { caughtErrorSchema } from '../../requests/step-data.ts';
import type { z } from 'zod';
import { finishTraining } from './finish-training.ts';
import { isLive } from '../models/live-model.ts';
import type { SettlingService } from './finalise-training.ts';
import { trainingKeyOf, trainingKeySchema } from './training.ts';
import type { TrainingKey } from './training.ts';
import { getTraining } from './trainings.ts';

/** Input: whatever the failed step was given, and why it failed. */
export const failedTrainingSchema = trainingKeySchema.extend({ error: caughtErrorSchema });

/** @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError */
export const recordTrainingFailure = async (
  service: SettlingService,
  failed: z.infer<typeof failedTrainingSchema>,
): Promise<TrainingKey> => {
  // Once the new model is the workflow's, the training has done what it was for: only its announcement has failed.
  const live = await isLive(service, await getTraining(service, failed));
  await finishTraining(
    service,
    failed,
    live ? { state: 'trained' } : { state: 'failed', failure: failureFromCause(failed.error.Cause) },
  );
  return trainingKeyOf(failed);
};
