/** Step GateModel: the new model goes live only where it is no worse than the one in use, on the same documents held out. */
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { trainingKeyOf } from '../training/training.ts';
import type { Gate, TrainingKey } from '../training/training.ts';
import { readPlan } from '../training/training-plan.ts';
import type { TrainingPlan } from '../training/training-plan.ts';
import { readTrainingReport } from '../training/training-report.ts';
import type { TrainingReport } from '../training/training-report.ts';
import { getTraining, updateTraining } from '../training/trainings.ts';

export interface Gated extends TrainingKey {
  readonly decision: Gate['decision'];
}

const keep = (reason: string): Gate => ({ decision: 'keep_serving_model', reason });

/** The container's decision, where it was made against the model in use and its figures bear it out. */
export const decide = (report: TrainingReport, { serving }: TrainingPlan): Gate => {
  if (serving !== null && report.before_version !== serving.model_version) {
    return keep(`The new model was judged against ${report.before_version}, but ${serving.model_version} was in use.`);
  }
  if (report.gate.decision === 'go_live' && report.after.error_rate > report.before.error_rate) {
    return keep(
      `The report lets a model go live whose error rises from ${report.before.error_rate} to ${report.after.error_rate}.`,
    );
  }
  return report.gate;
};

/**
 * Decides and keeps the decision with the training. A training that has ended meanwhile (cancelled) changes nothing any more.
 * @throws ModelUnusableError, BlobNotFoundError, NotFoundError (no such training), TemporarilyUnavailableError
 */
export const gateModel = async (service: Pick<Service, 'table' | 'blobs'>, key: TrainingKey): Promise<Gated> => {
  const training = await getTraining(service, key);
  if (training.state === 'deploying') return { ...trainingKeyOf(key), decision: 'go_live' };
  if (training.state !== 'evaluating') return { ...trainingKeyOf(key), decision: 'keep_serving_model' };
  const gate = decide(await readTrainingReport(service.blobs, key), await readPlan(service, key));
  await writeConditionally(service, [updateTraining(key, 'evaluating', { gate })]);
  return { ...trainingKeyOf(key), decision: gate.decision };
};
