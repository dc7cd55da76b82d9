/** The routes of a workflow's models. */
import { modelComparisonSchema } from '../../../../core/workflows/models/evaluation/compare-models.ts';
import { modelDetailSchema, modelSummarySchema } from '../../../../core/workflows/models/model-view.ts';
import { reviewTableSchema } from '../../../../core/workflows/models/evaluation/review-table.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  changed,
  created,
  found,
  foundFile,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  presignedGet,
  problem,
  rangeHeaders,
  serviceProblems,
  uploadProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import {
  compareQuerySchema,
  importModelFileSchema,
  importModelUploadSchema,
  MODEL_PATH,
  modelPathSchema,
  MODELS_PATH,
} from './training-schemas.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

const modelProblems = { ...serviceProblems, 404: problem('No such workflow or model') };

export const listModels = row({
  method: 'GET',
  path: MODELS_PATH,
  operationId: 'listModels',
  core: 'workflows/models/read-models.ts#listModels',
  tag: 'Models',
  auth: 'api_key',
  role: 'reviewer',
  summary: "The workflow's models, the newest first and the base model last",
  request: { path: workflowIdPathSchema, query: pageQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('A page of the models', 'application/json', pageSchema('ModelPage', modelSummarySchema)),
    ...modelProblems,
  },
});

export const compareModels = row({
  method: 'GET',
  path: `${MODELS_PATH}/compare`,
  operationId: 'compareModels',
  core: 'workflows/models/evaluation/compare-models.ts#compareModels',
  tag: 'Models',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Two models on the same held-out documents',
  description:
    'Every training evaluates the base model, the model in use and the four latest others on its held-out documents, ' +
    'each by a part of it that had not learnt from them.',
  request: { path: workflowIdPathSchema, query: compareQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('Both models and the difference', 'application/json', modelComparisonSchema),
    ...modelProblems,
    409: problem('No training has evaluated both models on the same held-out documents'),
  },
});

export const getModel = row({
  method: 'GET',
  path: MODEL_PATH,
  operationId: 'getModel',
  core: 'workflows/models/read-models.ts#describeModel',
  tag: 'Models',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'One model: its figures on held-out documents, calibration, thresholds and assessment',
  request: { path: modelPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The model', 'application/json', modelDetailSchema), ...modelProblems },
});

export const activateModel = row({
  method: 'POST',
  path: `${MODEL_PATH}/activate`,
  operationId: 'activateModel',
  core: 'workflows/models/activate-model.ts#activateModel',
  tag: 'Models',
  auth: 'api_key',
  role: 'member',
  summary: 'Split with this model from now on: an earlier one, one that was not accepted, or the base model',
  description: 'Repeating it has no effect. A training that runs meanwhile does not replace this model.',
  idempotent: true,
  request: { path: modelPathSchema, query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...changed('The model in use', modelSummarySchema),
    ...modelProblems,
    409: problem(
      'This release cannot load the model any more, or the first request with this Idempotency-Key is still being ' +
        'answered',
      ['Retry-After?'],
    ),
  },
});

export const exportModel = row({
  method: 'GET',
  path: `${MODEL_PATH}/export`,
  operationId: 'exportModel',
  core: 'workflows/models/files/export-model.ts#exportModel',
  tag: 'Models',
  auth: 'api_key',
  role: 'member',
  summary: 'The model as a file, for another deployment of this service',
  description: 'It holds the weights and the report, and no text of documents.',
  request: { path: modelPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: {
    ...foundFile('The model file', 'application/octet-stream'),
    ...presignedGet,
    ...modelProblems,
    422: problem('The request is not valid, or the base model was asked for, which every release has'),
  },
});

export const importModel = row({
  method: 'POST',
  path: MODELS_PATH,
  operationId: 'importModel',
  core: 'workflows/models/files/import-model.ts#importModel',
  makesWork: true,
  tag: 'Models',
  auth: 'api_key',
  role: 'member',
  summary: 'Add a model that another deployment exported',
  description:
    'Activate it to split with it. A file that is larger than the body limit of the gateway is sent through POST ' +
    '/uploads. Importing a model again has no effect.',
  idempotent: true,
  request: {
    path: workflowIdPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'multipart/form-data': importModelFileSchema, 'application/json': importModelUploadSchema },
    form: { files: { file: 'one' }, json: [], optional: [] },
  },
  responses: {
    ...created('The model', modelSummarySchema),
    ...modelProblems,
    ...uploadProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
    422: problem(
      'The file is no model of this service, is damaged, or this release cannot load it: `foreign_model`, ' +
        '`damaged_model`, `unsupported_model` or `unusable_weights` in `errors[].type`',
    ),
  },
});

export const getReviewTable = row({
  method: 'GET',
  path: `${WORKFLOW_PATH}/review-table`,
  operationId: 'getReviewTable',
  core: 'workflows/models/evaluation/review-table.ts#readReviewTable',
  tag: 'Models',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'How many decisions to review at which confidence threshold, and the errors that are left',
  request: { path: workflowIdPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The table of the model in use', 'application/json', reviewTableSchema), ...modelProblems },
});
