/** Taking up the trainings that a stopped process left. */
import type { Service } from '../service.ts';
import { attemptEach } from '../attempt-each.ts';
import { startTrainWorkflow } from './request-training.ts';
import { settleTraining } from './settle-training.ts';
import type { SettlingService } from './settle-training.ts';
import { hasEnded } from './training.ts';
import { openTrainings } from './trainings.ts';

/**
 * Starts every unfinished training again (one that runs is left as it is) and settles those that ended without it.
 * Gives how many it found. One that cannot be taken up holds up no other; the first such error is thrown at the end.
 */
export const resumeTrainings = async (service: SettlingService & Pick<Service, 'stateMachines'>): Promise<{ readonly started: number; readonly announced: number }> => {
  const open = await openTrainings(service);
  const ended = open.filter(hasEnded);
  const unfinished = open.filter((training) => !hasEnded(training));
  await attemptEach([
    ...unfinished.map((training) => () => startTrainWorkflow(service, training)),
    ...ended.map((training) => () => settleTraining(service, training)),
  ]);
  return { started: unfinished.length, announced: ended.length };
};
