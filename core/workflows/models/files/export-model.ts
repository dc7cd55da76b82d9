/** A model as a file, for another deployment of the service. */
import type { Account } from '../../../accounts/account.ts';
import { ResultNotAvailableError } from '../../../errors.ts';
import type { ResultFile } from '../../../results/result-file.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { workflowBlobs } from '../../workflow.ts';
import { formatModelFile } from './model-file.ts';
import { BASE_MODEL } from '../models.ts';
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
    throw new ResultNotAvailableError('The base model is part of every release: only trained models are exported.');
  const model = await getModel(service, workflow, version);
  const key = workflowBlobs(workflow).modelFile(version);
  const fileName = `${version}.tearline-model`;
  const existing = await service.blobs.head(key);
  if (existing !== undefined) return { ...existing, fileName };
  const weights = new TextDecoder().decode(await service.blobs.get(model.weights));
  const file = formatModelFile({
    release: model.release,
    digest: model.digest,
    report: await readReport(service, model),
    weights,
  });
  return { ...(await service.blobs.put(key, file, MEDIA_TYPE)), fileName };
};
