/** Adds a model that another deployment exported. It does not become the model in use by itself. */
import type { Account } from '../../../accounts/account.ts';
import { DocumentTooLargeError, ModelUnusableError, ValidationError, WorkflowNotFoundError } from '../../../errors.ts';
import { discard, findStored } from '../../../processing/store-upload.ts';
import type { UploadedFile } from '../../../processing/store-upload.ts';
import { writeConditionally } from '../../../requests/processing-requests.ts';
import { workflowExists } from '../../../requests/training-documents/collection.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { workflowBlobs } from '../../workflow.ts';
import type { WorkflowRow } from '../../workflow.ts';
import { MAX_MODEL_FILE_BYTES, parseModelFile } from './model-file.ts';
import type { ModelFile } from './model-file.ts';
import { putModel, readModel } from '../models.ts';
import type { WorkflowModel } from '../models.ts';
import { summariseModel } from '../model-view.ts';
import type { ModelSummary } from '../model-view.ts';
import { tryModel } from '../evaluation/try-model.ts';

const checkSize = (size: number): void => {
  if (size > MAX_MODEL_FILE_BYTES)
    throw new DocumentTooLargeError(`The model file has ${size} bytes; at most ${MAX_MODEL_FILE_BYTES} are allowed.`);
};

const locationOf = (file: UploadedFile): readonly string[] => ['body', 'bytes' in file ? 'file' : 'upload_id'];

const readBytes = async (service: Service, account: Pick<Account, 'account_id'>, file: UploadedFile) => {
  if ('bytes' in file) {
    checkSize(file.bytes.length);
    return { bytes: file.bytes, done: () => Promise.resolve() };
  }
  const { upload, size } = await findStored(service, account, file.uploadId, locationOf(file));
  checkSize(size);
  return { bytes: await service.blobs.get(upload.blob_key), done: () => discard(service, upload) };
};

const modelOf = (service: Service, workflow: WorkflowRow, { report, digest, release, weights }: ModelFile) => {
  const version = report.model_version;
  const blobs = workflowBlobs(workflow);
  return {
    account_id: workflow.account_id,
    workflow_id: workflow.workflow_id,
    model_version: version,
    digest,
    size: Buffer.byteLength(weights),
    base_version: report.base_version,
    before_version: null,
    source: 'import',
    training_id: null,
    release,
    gate: { decision: report.gate.decision, reason: report.gate.reason },
    error_rate_before: report.before.error_rate,
    error_rate_after: report.after.error_rate,
    documents: report.data.documents,
    weights: blobs.modelWeights(version),
    report: blobs.modelReport(version),
    created_at: service.clock.now().toISOString(),
  } satisfies WorkflowModel;
};

/**
 * Stores the weights, and lets the endpoint load them: it knows whether they are complete. After another error than that
 * the files stay: another import of the same model may have succeeded with them, and the next one writes them again.
 * @throws ValidationError
 */
const storeTried = async (
  service: Service,
  model: WorkflowModel,
  file: ModelFile,
  loc: readonly string[],
): Promise<void> => {
  await service.blobs.put(model.report, JSON.stringify(file.report), 'application/json');
  await service.blobs.put(model.weights, file.weights, 'application/json');
  try {
    await tryModel(service, model);
  } catch (error) {
    if (!(error instanceof ModelUnusableError)) throw error;
    await service.blobs.deleteAll(workflowBlobs(model).model(model.model_version));
    throw new ValidationError(
      [{ loc, msg: 'must hold weights that this release can load', type: 'unusable_weights' }],
      {
        cause: error,
      },
    );
  }
};

const workflowGone = ({ workflow_id: id }: WorkflowModel): WorkflowNotFoundError =>
  new WorkflowNotFoundError(`This account has no workflow with the key ${id}.`);

/** @throws WorkflowNotFoundError where the workflow was deleted meanwhile: then nothing of the model is left */
const writeModel = async (service: Service, model: WorkflowModel): Promise<void> => {
  if (await writeConditionally(service, [workflowExists(model), putModel(model)])) return;
  await service.blobs.deleteAll(workflowBlobs(model).model(model.model_version));
  throw workflowGone(model);
};

/**
 * Writes the weights of a model that is there: they have the same bytes, unless they were damaged.
 * @throws WorkflowNotFoundError where the workflow was deleted meanwhile: then nothing of the model is left
 */
const writeAgain = async (service: Service, model: WorkflowModel, { weights }: ModelFile): Promise<void> => {
  await service.blobs.put(model.weights, weights, 'application/json');
  if ((await readModel(service, model, model.model_version)) !== undefined) return;
  await service.blobs.deleteAll(workflowBlobs(model).model(model.model_version));
  throw workflowGone(model);
};

/**
 * Returns the imported model, or the model with the same weights that the workflow has already.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, ValidationError (a foreign or damaged file),
 *   DocumentTooLargeError, DocumentEmptyError, UploadNotReadyError, TemporarilyUnavailableError, StorageFullError
 */
export const importModel = async (
  service: Service,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  file: UploadedFile,
): Promise<ModelSummary> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const { bytes, done } = await readBytes(service, account, file);
  const parsed = parseModelFile(bytes, locationOf(file));
  const existing = await readModel(service, workflow, parsed.report.model_version);
  if (existing === undefined) {
    const model = modelOf(service, workflow, parsed);
    await storeTried(service, model, parsed, locationOf(file));
    await writeModel(service, model);
    await done();
    return summariseModel(workflow, model);
  }
  await writeAgain(service, existing, parsed);
  await done();
  return summariseModel(workflow, existing);
};
