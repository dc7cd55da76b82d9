/** The routes of workflows. */
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  done,
  found,
  foundFile,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  rangeHeaders,
  serviceProblems,
  workflowProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import {
  createWorkflowFormSchema,
  createWorkflowSchema,
  workflowIdPathSchema,
  WORKFLOW_PATH,
  WORKFLOWS_PATH,
  workflowViewSchema,
} from './workflow-schemas.ts';

export const createWorkflow = row({
  method: 'POST',
  path: WORKFLOWS_PATH,
  operationId: 'createWorkflow',
  core: 'workflows/create-workflow.ts#createWorkflow',
  tag: 'Workflows',
  auth: 'api_key',
  role: 'member',
  summary: 'Create a workflow of your own',
  description:
    'Its model begins as the base model and learns from your training documents. Metadata and document specification ' +
    'are fixed from then on.',
  idempotent: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createWorkflowSchema, 'multipart/form-data': createWorkflowFormSchema },
    form: {
      files: { thumbnail: 'one' },
      json: ['document_specification'],
      optional: ['description', 'document_specification', 'learns_from_corrections', 'thumbnail'],
    },
  },
  responses: {
    ...created('The workflow', workflowViewSchema, ['Location']),
    ...serviceProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
  },
});

const list = {
  method: 'GET',
  core: 'workflows/list-workflows.ts#listWorkflows',
  tag: 'Workflows',
  auth: 'api_key',
  role: 'reviewer',
  request: { query: pageQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The workflows', 'application/json', pageSchema('WorkflowPage', workflowViewSchema)),
    ...serviceProblems,
  },
} as const;

export const listWorkflows = row({
  ...list,
  path: WORKFLOWS_PATH,
  operationId: 'listWorkflows',
  summary: 'The workflows of the account',
  description: 'The generic workflow first, then your own, by their ids.',
});

export const listProcessingWorkflows = row({
  ...list,
  path: '/processing/workflows',
  operationId: 'listProcessingWorkflows',
  summary: 'The workflows with which documents can be processed',
  description: 'The same list as GET /workflows.',
});

export const getWorkflow = row({
  method: 'GET',
  path: WORKFLOW_PATH,
  operationId: 'getWorkflow',
  core: 'workflows/list-workflows.ts#getWorkflow',
  tag: 'Workflows',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'One workflow',
  request: { path: workflowIdPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The workflow', 'application/json', workflowViewSchema), ...workflowProblems },
});

export const getWorkflowThumbnail = row({
  method: 'GET',
  path: `${WORKFLOW_PATH}/thumbnail`,
  operationId: 'getWorkflowThumbnail',
  core: 'workflows/workflow-thumbnail.ts#readWorkflowThumbnail',
  tag: 'Workflows',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The thumbnail of a workflow',
  description: 'A JPEG whose longer side has at most 256 pixels.',
  request: { path: workflowIdPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The image', 'image/jpeg'), ...workflowProblems },
});

export const deleteWorkflow = row({
  method: 'DELETE',
  path: WORKFLOW_PATH,
  operationId: 'deleteWorkflow',
  core: 'workflows/deletion/delete-workflow.ts#deleteWorkflow',
  tag: 'Workflows',
  auth: 'api_key',
  role: 'owner',
  summary: 'Delete a workflow with its training data, trainings and models',
  description:
    'A running training is cancelled. Results that the workflow produced stay until their own end. A document that is ' +
    'being processed fails with the code `workflow_not_found` if it has not been split yet.',
  request: { path: workflowIdPathSchema, query: noQuerySchema },
  responses: { ...done('Deleted'), ...workflowProblems },
});
