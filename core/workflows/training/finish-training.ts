/** Ends a training as trained or failed: writes its row and the workflow's in one transaction, then finalises it. */
import type { Service } from '../../service.ts';
import { finaliseTraining } from './finalise-training.ts';
import type { FinalisingService } from './finalise-training.ts';
import type { Training, TrainingKey } from './training.ts';
import { enterState, getTraining } from './trainings.ts';

type TrainingOutcome =
  { readonly state: 'trained' } | { readonly state: 'failed'; readonly failure: NonNullable<Training['failure']> };

/**
 * Ends a training with the outcome. A training that has already ended keeps its outcome and is only finalised.
 * @throws NotFoundError (no such training), TemporarilyUnavailableError, StorageFullError
 */
export const finishTraining = async (
  service: FinalisingService & Pick<Service, 'clock'>,
  key: TrainingKey,
  outcome: TrainingOutcome,
): Promise<void> => {
  const now = service.clock.now().toISOString();
  await enterState(service, key, outcome.state, {
    set: { ...outcome, finished_at: now },
    workflow: outcome.state === 'trained' ? { last_training_date: now } : {},
  });
  // Another process may have ended the training and died before finalising it: the current row is finalised.
  await finaliseTraining(service, await getTraining(service, key));
};
