/** Step EvaluateModel: validates the weights and the report, their schema versions, and that they belong together. */
import type { Service } from '../../../service.ts';
import { trainingKeyOf } from '../../training/training.ts';
import type { TrainingKey } from '../../training/training.ts';
import { checkTrainedWeights, readTrainingReport } from '../../training/view/training-report.ts';
import { enterState, getTraining } from '../../training/trainings.ts';

/**
 * Moves a training with valid weights to `evaluating` and stores the model version, the number of documents and the
 * error rates of its report.
 * @throws ModelUnusableError, BlobNotFoundError (the job wrote no output), NotFoundError (no such training),
 *   TemporarilyUnavailableError
 */
export const evaluateModel = async (
  service: Pick<Service, 'table' | 'blobs'>,
  key: TrainingKey,
): Promise<TrainingKey> => {
  const { state, documents } = await getTraining(service, key);
  if (state === 'training') {
    const report = await readTrainingReport(service.blobs, key);
    await checkTrainedWeights(service.blobs, key, report);
    const set = {
      model_version: report.model_version,
      error_rate_before: report.before.error_rate,
      error_rate_after: report.after.error_rate,
      // The job leaves repeated documents out: only its report knows how many there are.
      ...(documents === undefined ? {} : { documents: { ...documents, used: report.data.documents } }),
    };
    await enterState(service, key, 'evaluating', { set });
  }
  return trainingKeyOf(key);
};
