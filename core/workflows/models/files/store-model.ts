/** Keeps a trained model under its own key, with its row, whether or not it goes live. */
import { createHash } from 'node:crypto';
import { RELEASE } from '../../../release.ts';
import type { Service } from '../../../service.ts';
import { trainingBlobs } from '../../training/training.ts';
import type { Gate, TrainingKey } from '../../training/training.ts';
import type { TrainingPlan } from '../../training/training-plan.ts';
import { workflowBlobs } from '../../workflow.ts';
import type { ModelReport } from '../evaluation/model-report.ts';
import { putModel, readModel } from '../models.ts';
import type { WorkflowModel } from '../models.ts';

type Stores = Pick<Service, 'table' | 'blobs' | 'clock'>;

/**
 * Copies the weights and the report, then writes the row. Where the version is that of the model in use, its report and
 * its row stay: they say when it was trained, and with which model it was compared.
 * @throws BlobNotFoundError, StorageFullError
 */
export const storeModel = async (
  service: Stores,
  key: TrainingKey,
  { report, gate, plan }: { readonly report: ModelReport; readonly gate: Gate; readonly plan: TrainingPlan },
): Promise<WorkflowModel> => {
  const version = report.model_version;
  const existing = await readModel(service, key, version);
  const isInUse = plan.serving?.model_version === version;
  if (existing !== undefined && (isInUse || existing.training_id === key.training_id)) return existing;
  const from = trainingBlobs(key);
  const to = workflowBlobs(key);
  const weights = await service.blobs.get(from.weights);
  await service.blobs.put(to.modelReport(version), await service.blobs.get(from.report), 'application/json');
  // The exported file holds the report: the next export writes it again.
  await service.blobs.deleteAll(to.modelFile(version));
  // Existing weights of this version have the same bytes, unless they were damaged: its name contains their hash.
  await service.blobs.put(to.modelWeights(version), weights, 'application/json');
  const model: WorkflowModel = {
    account_id: key.account_id,
    workflow_id: key.workflow_id,
    model_version: version,
    digest: createHash('sha256').update(weights).digest('hex'),
    size: weights.length,
    base_version: report.base_version,
    before_version: plan.serving?.model_version ?? null,
    source: 'training',
    training_id: key.training_id,
    release: RELEASE,
    gate,
    error_rate_before: report.before.error_rate,
    error_rate_after: report.after.error_rate,
    documents: report.data.documents,
    weights: to.modelWeights(version),
    report: to.modelReport(version),
    created_at: service.clock.now().toISOString(),
  };
  await service.table.write([putModel(model)]);
  return model;
};
