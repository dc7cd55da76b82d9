/** The routes of trainings. */
import { trainingViewSchema } from '../../../../core/workflows/training/view/training-view.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  answer,
  changed,
  CODING_HEADERS,
  found,
  ifNoneMatch,
  jsonBodyProblems,
  problem,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import { startTrainingSchema, TRAINING_PATH, trainingPathSchema, TRAININGS_PATH } from './training-schemas.ts';
import { workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

const trainingProblems = { ...serviceProblems, 404: problem('No such workflow or training') };

export const startTraining = row({
  method: 'POST',
  path: TRAININGS_PATH,
  operationId: 'startTraining',
  core: 'workflows/training/request-training.ts#requestTraining',
  tag: 'Training',
  makesWork: true,
  auth: 'api_key',
  role: 'member',
  summary: 'Train the workflow on its annotated documents',
  description:
    'The workflow goes on splitting with the model that it has. The new model becomes the model in use if it makes no ' +
    'more errors on held-out documents. Of more than 1,000 annotated documents, 1,000 are drawn, spread over the ' +
    'collections: `documents` says so.',
  idempotent: true,
  request: {
    path: workflowIdPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': startTrainingSchema },
    bodyIsOptional: true,
  },
  responses: {
    202: answer('Accepted: ask at Location how far it is', 'application/json', trainingViewSchema, [
      'Location',
      'Retry-After',
      ...CODING_HEADERS,
    ]),
    ...trainingProblems,
    ...jsonBodyProblems,
    409: problem(
      'Another training of the workflow has not ended, or the first request with this Idempotency-Key is still being ' +
        'answered',
      ['Retry-After'],
    ),
    422: problem('The request is not valid, or the data is not enough: `code` and `detail` say what is missing'),
  },
});

export const listTrainings = row({
  method: 'GET',
  path: TRAININGS_PATH,
  operationId: 'listTrainings',
  core: 'workflows/training/view/list-trainings.ts#listTrainings',
  tag: 'Training',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The history of trainings, the latest first',
  request: { path: workflowIdPathSchema, query: pageQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('A page of the history', 'application/json', pageSchema('TrainingPage', trainingViewSchema)),
    ...trainingProblems,
  },
});

export const getTraining = row({
  method: 'GET',
  path: TRAINING_PATH,
  operationId: 'getTraining',
  core: 'workflows/training/view/list-trainings.ts#findTraining',
  tag: 'Training',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'One training: how far it is, and what came of it',
  request: { path: trainingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The training', 'application/json', trainingViewSchema), ...trainingProblems },
});

export const cancelTraining = row({
  method: 'POST',
  path: `${TRAINING_PATH}/cancel`,
  operationId: 'cancelTraining',
  core: 'workflows/training/cancel-training.ts#cancelTraining',
  tag: 'Training',
  auth: 'api_key',
  role: 'member',
  summary: 'Cancel a training',
  description: 'Its job is stopped, and the model in use does not change. Cancelling it again has no effect.',
  idempotent: true,
  request: { path: trainingPathSchema, query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...changed('The cancelled training', trainingViewSchema),
    ...trainingProblems,
    409: problem(
      'The training has ended, or its model is going live, or the first request with this Idempotency-Key is still ' +
        'being answered',
      ['Retry-After?'],
    ),
  },
});
