/** Taking up the trainings that a stopped process left. */
import type { Service } from '../../service.ts';
import { ExecutionLostError } from '../../errors.ts';
import { settleInSeries } from '../../settle-all.ts';
import { recordTrainingFailure } from './record-training-failure.ts';
import { settleTraining } from './finalise-training.ts';
import type { SettlingService } from './finalise-training.ts';
import { hasEnded, trainingKeyOf } from './training.ts';
import type { Training } from './training.ts';
import { openTrainings } from './trainings.ts';

type ResumingService = SettlingService & Pick<Service, 'stateMachines'>;

const takeUp = async (service: ResumingService, training: Training): Promise<void> => {
  try {
    await service.stateMachines.resume('train-workflow', training.training_id, trainingKeyOf(training));
  } catch (error) {
    if (!(error instanceof ExecutionLostError)) throw error;
    // Nobody else will: its state machine could not record the failure, and does not go on.
    await recordTrainingFailure(service, {
      ...trainingKeyOf(training),
      error: { Error: error.name, Cause: error.message },
    });
  }
};

/**
 * Takes up every unfinished training (one that runs is left as it is; one whose state machine is lost ends failed) and settles those that ended without it.
 * Gives how many it found. One that cannot be taken up holds up no other; the first such error is thrown at the end.
 */
export const resumeTrainings = async (
  service: ResumingService,
): Promise<{ readonly started: number; readonly announced: number }> => {
  const open = await openTrainings(service);
  const ended = open.filter(hasEnded);
  const unfinished = open.filter((training) => !hasEnded(training));
  await settleInSeries([
    ...unfinished.map((training) => () => takeUp(service, training)),
    ...ended.map((training) => () => settleTraining(service, training)),
  ]);
  return { started: unfinished.length, announced: ended.length };
};
