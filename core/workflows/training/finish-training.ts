/** The one way in which a training ends: its row and the workflow's in one write, then everybody is told, once. */
import type { Service } from '../../service.ts';
import { settleTraining } from './finalise-training.ts';
import type { SettlingService } from './finalise-training.ts';
import type { Training, TrainingKey } from './training.ts';
import { enterState, getTraining } from './trainings.ts';

type Ending =
  { readonly state: 'trained' } | { readonly state: 'failed'; readonly failure: NonNullable<Training['failure']> };

/** A training that has ended before keeps that end. @throws NotFoundError, TemporarilyUnavailableError, StorageFullError */
export const finishTraining = async (
  service: SettlingService & Pick<Service, 'clock'>,
  key: TrainingKey,
  ending: Ending,
): Promise<void> => {
  const now = service.clock.now().toISOString();
  await enterState(service, key, ending.state, {
    set: { ...ending, finished_at: now },
    workflow: ending.state === 'trained' ? { last_training_date: now } : {},
  });
  // Somebody else may have ended it, and died before it was settled: what the row says now is settled.
  await settleTraining(service, await getTraining(service, key));
};
