/** Resumes the trainings that a stopped process left unfinished. */
import type { Service } from '../../service.ts';
import { ExecutionLostError } from '../../errors.ts';
import { settleInSeries } from '../../settle-all.ts';
import { recordTrainingFailure } from './steps/record-training-failure.ts';
import { finaliseTraining } from './finalise-training.ts';
import type { FinalisingService } from './finalise-training.ts';
import { hasEnded, trainingKeyOf } from './training.ts';
import type { Training } from './training.ts';
import { openTrainings } from './trainings.ts';

type ResumingService = FinalisingService & Pick<Service, 'stateMachines'>;

const resumeTraining = async (service: ResumingService, training: Training): Promise<void> => {
  try {
    await service.stateMachines.resume('train-workflow', training.training_id, trainingKeyOf(training));
  } catch (error) {
    if (!(error instanceof ExecutionLostError)) throw error;
    // The state machine has ended without recording the failure.
    await recordTrainingFailure(service, {
      ...trainingKeyOf(training),
      error: { Error: error.name, Cause: error.message },
    });
  }
};

/**
 * Resumes all unfinished trainings, finalises those that have ended without it, and returns the numbers of both. An
 * execution that runs is left as it is. Where an execution cannot be resumed, its training is recorded as failed. An
 * error with one training does not stop the others.
 * @throws the first error, after all have been attempted
 */
export const resumeTrainings = async (
  service: ResumingService,
): Promise<{ readonly started: number; readonly announced: number }> => {
  const open = await openTrainings(service);
  const ended = open.filter(hasEnded);
  const unfinished = open.filter((training) => !hasEnded(training));
  await settleInSeries([
    ...unfinished.map((training) => () => resumeTraining(service, training)),
    ...ended.map((training) => () => finaliseTraining(service, training)),
  ]);
  return { started: unfinished.length, announced: ended.length };
};
