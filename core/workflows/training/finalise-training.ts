/** Finalises a training that has ended: event, mail, stop of the job, deletion of the copied documents, closed row. */
import { findAccount } from '../../accounts/account.ts';
import { sendMail } from '../../accounts/mail-suppression.ts';
import { TearlineError, isTransient } from '../../errors.ts';
import type { DomainEvent } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { findJsonBlob } from '../../storage/json-blob.ts';
import { modelReportSchema } from '../models/evaluation/model-report.ts';
import type { ModelReport } from '../models/evaluation/model-report.ts';
import { readModel } from '../models/models.ts';
import { stopJob } from './steps/stop-job.ts';
import { trainingBlobs } from './training.ts';
import type { Training } from './training.ts';
import { writeTrainingMail } from './training-mail.ts';
import { closeTraining, updateTraining } from './trainings.ts';
import { disclosedFailure } from './view/training-view.ts';
import { readWorkflow } from '../workflow.ts';

export type FinalisingService = Pick<
  Service,
  'table' | 'blobs' | 'trainer' | 'events' | 'mailer' | 'clock' | 'settings'
>;

/** A training with an event and a mail. A cancelled one has neither: the caller who cancelled it knows. */
type AnnouncedTraining = Training & { readonly state: 'trained' | 'failed' };

const isAnnounced = (training: Training): training is AnnouncedTraining =>
  training.state === 'trained' || training.state === 'failed';

const eventOf = (training: AnnouncedTraining): DomainEvent => ({
  // The id is the same on every repetition: receivers deduplicate by it.
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
    failure_code: disclosedFailure(training)?.code ?? null,
  },
});

const findReport = async (service: FinalisingService, training: Training): Promise<ModelReport | undefined> => {
  const { model_version: version } = training;
  const model = version === undefined ? undefined : await readModel(service, training, version);
  return model === undefined ? undefined : findJsonBlob(service.blobs, model.report, modelReportSchema);
};

/** A permanently refused mail (no such address) must not keep the training open: the event has been published. */
const sendTrainingMail = async (service: FinalisingService, training: AnnouncedTraining): Promise<void> => {
  if (training.mailed_at !== undefined) return;
  const account = await findAccount(service.table, training.account_id);
  if (account?.email === undefined) return;
  const workflow = await readWorkflow(service, training);
  // The migration of its parent is announced instead.
  if (workflow?.preview === true) return;
  let refusal: { readonly mail_failure?: string } = {};
  try {
    await sendMail(service, {
      to: [account.email],
      ...writeTrainingMail(service.settings, training, workflow, await findReport(service, training)),
    });
  } catch (error) {
    if (isTransient(error) || !(error instanceof TearlineError)) throw error;
    refusal = { mail_failure: error.code };
  }
  await writeConditionally(service, [
    updateTraining(training, training.state, { mailed_at: service.clock.now().toISOString(), ...refusal }),
  ]);
};

/**
 * Finalises a training that has ended; a training that has not ended is left as it is. After a crash in between, the
 * next call publishes the event again with the same id and may send the mail again; neither is lost.
 * @throws TemporarilyUnavailableError, StorageFullError
 */
export const finaliseTraining = async (service: FinalisingService, training: Training): Promise<void> => {
  if (isAnnounced(training)) {
    await service.events.publish(eventOf(training));
    await sendTrainingMail(service, training);
  } else if (training.state !== 'cancelled') return;
  if (training.state !== 'trained') await stopJob(service, training);
  // These are copies of the customer's documents; no later step reads them.
  await service.blobs.deleteAll(trainingBlobs(training).input);
  await writeConditionally(service, [closeTraining(training)]);
};
