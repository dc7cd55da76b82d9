/** Stops training jobs. */
import { NotFoundError } from '../../../errors.ts';
import type { Service } from '../../../service.ts';
import type { TrainingKey } from '../training.ts';

/** Stops the training's job, unless it has ended or was never started. @throws TemporarilyUnavailableError */
export const stopJob = async (
  service: Pick<Service, 'trainer'>,
  { training_id: name }: Pick<TrainingKey, 'training_id'>,
): Promise<void> => {
  try {
    await service.trainer.stop(name);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};
