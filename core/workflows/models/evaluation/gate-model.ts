/**
 * Step GateModel: keeps the new model with the workflow's models, and lets it go live only if it is no worse than the model in use on the held-out
 * documents.
 */
import { writeConditionally } from '../../../requests/processing-requests.ts';
import type { Service } from '../../../service.ts';
import { trainingKeyOf } from '../../training/training.ts';
import type { Gate, TrainingKey } from '../../training/training.ts';
import { readPlan } from '../../training/training-plan.ts';
import type { TrainingPlan } from '../../training/training-plan.ts';
import { storeModel } from '../files/store-model.ts';
import { readTrainingReport } from '../../training/view/training-report.ts';
import type { ModelReport } from './model-report.ts';
import { getTraining, updateTraining } from '../../training/trainings.ts';

export interface GateModelOutput extends TrainingKey {
  readonly decision: Gate['decision'];
}

const keepServingModel = (reason: string): Gate => ({ decision: 'keep_serving_model', reason });

/**
 * Returns the container's decision, unless the model is the one in use, or its report compares with another model, or its
 * error rates contradict it.
 */
export const decideGate = (report: ModelReport, { serving }: TrainingPlan): Gate => {
  if (serving?.model_version === report.model_version)
    return keepServingModel('The documents give the model that is already in use.');
  if (serving !== null && report.before_version !== serving.model_version) {
    return keepServingModel(
      `The new model was compared with ${report.before_version}, but ${serving.model_version} was in use.`,
    );
  }
  if (report.gate.decision === 'go_live' && report.after.error_rate > report.before.error_rate) {
    return keepServingModel(
      'The report lets a model go live whose error rises ' +
        `from ${report.before.error_rate} to ${report.after.error_rate}.`,
    );
  }
  return { decision: report.gate.decision, reason: report.gate.reason };
};

/**
 * Makes the decision and stores it with the training. A training that has ended meanwhile (cancelled) does not change.
 * @throws ModelUnusableError, BlobNotFoundError, NotFoundError (no such training), TemporarilyUnavailableError,
 *   StorageFullError
 */
export const gateModel = async (
  service: Pick<Service, 'table' | 'blobs' | 'clock'>,
  key: TrainingKey,
): Promise<GateModelOutput> => {
  const training = await getTraining(service, key);
  if (training.state === 'deploying') return { ...trainingKeyOf(key), decision: 'go_live' };
  if (training.state !== 'evaluating') return { ...trainingKeyOf(key), decision: 'keep_serving_model' };
  const [report, plan] = [await readTrainingReport(service.blobs, key), await readPlan(service, key)];
  const gate = decideGate(report, plan);
  await storeModel(service, key, { report, gate, plan });
  await writeConditionally(service, [updateTraining(key, 'evaluating', { gate })]);
  // A preview exists to try the new model, better or not; the gate decides whether its parent moves by itself.
  return { ...trainingKeyOf(key), decision: plan.isPreview ? 'go_live' : gate.decision };
};
