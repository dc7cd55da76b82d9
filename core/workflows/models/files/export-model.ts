/** A model as a file, for another deployment of the service. */
import type { Account } from '../../../accounts/account.ts';
import { ResultNotAvailableError, WorkflowNotFoundError } from '../../../errors.ts';
import type { BlobInfo } from '../../../ports.ts';
import type { ResultFile } from '../../../results/result-file.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { readWorkflow, workflowBlobs } from '../../workflow.ts';
import { formatModelFile } from './model-file.ts';
import { BASE_MODEL } from '../models.ts';
import type { WorkflowModel } from '../models.ts';
import { getModel, readReport } from '../read-models.ts';

const MEDIA_TYPE = 'application/octet-stream';

/**
 * Returns the model's file; it is written at the first call.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such model), ResultNotAvailableError (the
 *   base model), StorageFullError
 */
export const exportModel = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  version: string,
): Promise<ResultFile> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  if (version === BASE_MODEL)
    throw new ResultNotAvailableError('The base model is part of every release: only trained models are exported.', [
      'path',
      'version',
    ]);
  const model = await getModel(service, workflow, version);
  const existing = await service.blobs.head(workflowBlobs(workflow).modelFile(version));
  const blob = existing ?? (await unlessWorkflowDeleted(service, model, () => writeModelFile(service, model)));
  return { ...blob, fileName: `${version}.tearline-model` };
};

const writeModelFile = async (service: Pick<Service, 'blobs'>, model: WorkflowModel): Promise<BlobInfo> => {
  const weights = new TextDecoder().decode(await service.blobs.get(model.weights));
  const file = formatModelFile({
    release: model.release,
    digest: model.digest,
    report: await readReport(service, model),
    weights,
  });
  return service.blobs.put(workflowBlobs(model).modelFile(model.model_version), file, MEDIA_TYPE);
};

/** @throws WorkflowNotFoundError where the workflow was deleted meanwhile: then nothing of the model is left */
const unlessWorkflowDeleted = async <Result>(
  service: Pick<Service, 'table' | 'blobs'>,
  model: WorkflowModel,
  work: () => Promise<Result>,
): Promise<Result> => {
  const requireWorkflow = async (): Promise<void> => {
    if ((await readWorkflow(service, model)) !== undefined) return;
    await service.blobs.deleteAll(workflowBlobs(model).model(model.model_version));
    throw new WorkflowNotFoundError(`This account has no workflow with the key ${model.workflow_id}.`);
  };
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    await requireWorkflow();
    throw error;
  }
  await requireWorkflow();
  return result;
};
