/** The models of a workflow: list and one. */
import type { Account } from '../../accounts/account.ts';
import { NotFoundError } from '../../errors.ts';
import { pageOfList } from '../../storage/lists/page-of-list.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { readJsonBlob } from '../../storage/json-blob.ts';
import type { Service } from '../../service.ts';
import { findOwnWorkflow } from '../find-own-workflow.ts';
import type { WorkflowKey } from '../../requests/workflows/workflow-key.ts';
import { modelReportSchema } from './evaluation/model-report.ts';
import type { ModelReport } from './evaluation/model-report.ts';
import { BASE_MODEL, modelsOf, readModel } from './models.ts';
import type { WorkflowModel } from './models.ts';
import { describeEvaluation, summariseBaseModel, summariseModel } from './model-view.ts';
import type { ModelDetail, ModelSummary } from './model-view.ts';

type Caller = Pick<Account, 'account_id'>;

/** @throws NotFoundError where the workflow has no such version */
export const getModel = async (
  service: Pick<Service, 'table'>,
  workflow: WorkflowKey,
  version: string,
): Promise<WorkflowModel> => {
  const model = await readModel(service, workflow, version);
  if (model !== undefined) return model;
  throw new NotFoundError(`The workflow has no model ${version}. GET …/models lists its models.`);
};

export const readReport = ({ blobs }: Pick<Service, 'blobs'>, { report }: WorkflowModel): Promise<ModelReport> =>
  readJsonBlob(blobs, report, modelReportSchema);

/**
 * Returns a page of the models, the newest first and the base model last.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, ValidationError (the cursor)
 */
export const listModels = async (
  service: Pick<Service, 'table'>,
  account: Caller,
  workflowKey: string,
  page: PageRequest,
): Promise<Page<ModelSummary>> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  const models = await modelsOf(service, workflow);
  const all = [...models.map((model) => summariseModel(workflow, model)), summariseBaseModel(workflow)];
  return pageOfList(`models of ${workflow.workflow_id}`, all, page, ({ model_version: version }) => version);
};

/** @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such model) */
export const describeModel = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Caller,
  workflowKey: string,
  version: string,
): Promise<ModelDetail> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  if (version === BASE_MODEL) return { ...summariseBaseModel(workflow), evaluation: null };
  const model = await getModel(service, workflow, version);
  return {
    ...summariseModel(workflow, model),
    evaluation: describeEvaluation(await readReport(service, model)),
  };
};
