/** What is left to do when a training has ended: event, mail, the job's end, the copied data's end; then its row is closed. */
import { findAccount } from '../../accounts/account.ts';
import { sendMail } from '../../accounts/mail-suppression.ts';
import { StorageFullError, TearlineError, TemporarilyUnavailableError } from '../../errors.ts';
import type { DomainEvent } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { stopJob } from './stop-job.ts';
import { trainingBlobs } from './training.ts';
import type { Training } from './training.ts';
import { mailAbout } from './training-mail.ts';
import { closeTraining, updateTraining } from './trainings.ts';
import { readWorkflow } from '../workflow.ts';

export type SettlingService = Pick<Service, 'table' | 'blobs' | 'trainer' | 'events' | 'mailer' | 'clock'>;

/** A training that is announced: one that was cancelled is not, whoever cancelled it knows. */
type Announced = Training & { readonly state: 'trained' | 'failed' };

const isAnnounced = (training: Training): training is Announced =>
  training.state === 'trained' || training.state === 'failed';

const eventOf = (training: Announced): DomainEvent => ({
  // The same training is announced under the same id however often: receivers drop repeats by it.
  id: training.training_id,
  type: training.state === 'trained' ? 'training.completed' : 'training.failed',
  accountId: training.account_id,
  time: training.finished_at ?? training.created_at,
  data: {
    training_id: training.training_id,
    workflow_id: training.workflow_id,
    model_version: training.model_version ?? null,
    decision: training.gate?.decision ?? null,
    error_rate_before: training.error_rate_before ?? null,
    error_rate_after: training.error_rate_after ?? null,
    failure_code: training.failure?.code ?? null,
  },
});

const isPassing = (error: unknown): boolean =>
  error instanceof TemporarilyUnavailableError || error instanceof StorageFullError;

/** A mail that is refused for good (no such address) must not keep the training open: the event has been published. */
const mailEnding = async (service: SettlingService, training: Announced): Promise<void> => {
  if (training.mailed_at !== undefined) return;
  const account = await findAccount(service.table, training.account_id);
  if (account?.email === undefined) return;
  const workflow = await readWorkflow(service, training);
  try {
    await sendMail(service, {
      to: [account.email],
      ...mailAbout(training, workflow?.workflow_name ?? 'a deleted workflow'),
    });
  } catch (error) {
    if (isPassing(error) || !(error instanceof TearlineError)) throw error;
  }
  await writeConditionally(service, [
    updateTraining(training, training.state, { mailed_at: service.clock.now().toISOString() }),
  ]);
};

/**
 * Settles a training that has ended; of one that has not there is nothing to settle. A crash in between repeats the
 * event, under the same id, and may repeat the mail; it loses neither.
 * @throws TemporarilyUnavailableError, StorageFullError
 */
export const settleTraining = async (service: SettlingService, training: Training): Promise<void> => {
  if (isAnnounced(training)) {
    await service.events.publish(eventOf(training));
    await mailEnding(service, training);
  } else if (training.state !== 'cancelled') return;
  if (training.state !== 'trained') await stopJob(service, training);
  // Copies of the customer's documents: nobody reads them any more.
  await service.blobs.deleteAll(trainingBlobs(training).input);
  await writeConditionally(service, [closeTraining(training)]);
};
