/** The routes of training documents. */
import { idempotencyHeadersSchema, noQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  found,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  uploadProblems,
  workflowProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import {
  addedTrainingDocumentsSchema,
  addTrainingFilesSchema,
  addTrainingUploadsSchema,
  TRAINING_DOCUMENT_PATH,
  trainingDocumentPathSchema,
  TRAINING_DOCUMENTS_PATH,
  trainingDocumentsQuerySchema,
  trainingDocumentViewSchema,
} from './training-document-schemas.ts';
import { workflowIdPathSchema } from './workflow-schemas.ts';

export const addTrainingDocuments = row({
  method: 'POST',
  path: TRAINING_DOCUMENTS_PATH,
  operationId: 'addTrainingDocuments',
  core: 'workflows/documents/add-training-documents.ts#addTrainingDocuments',
  tag: 'Training data',
  auth: 'api_key',
  role: 'member',
  summary: 'Add files to the training data',
  description:
    'All of them or none. Each is read as a document to process is; `status` says how far it is. A file that is one ' +
    'document is then annotated, a merged one awaits its annotation.',
  idempotent: true,
  request: {
    path: workflowIdPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'multipart/form-data': addTrainingFilesSchema, 'application/json': addTrainingUploadsSchema },
    form: { files: { file: 'many' }, json: [], optional: ['collection'] },
  },
  responses: {
    ...created('The training documents', addedTrainingDocumentsSchema),
    ...workflowProblems,
    ...uploadProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
  },
});

export const listTrainingDocuments = row({
  method: 'GET',
  path: TRAINING_DOCUMENTS_PATH,
  operationId: 'listTrainingDocuments',
  core: 'workflows/documents/list-training-documents.ts#listTrainingDocuments',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The training documents of a workflow',
  description: 'By their ids; `collection` and `status` leave the others out.',
  request: { path: workflowIdPathSchema, query: trainingDocumentsQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found(
      'The training documents',
      'application/json',
      pageSchema('TrainingDocumentPage', trainingDocumentViewSchema),
    ),
    ...workflowProblems,
  },
});

export const getTrainingDocument = row({
  method: 'GET',
  path: TRAINING_DOCUMENT_PATH,
  operationId: 'getTrainingDocument',
  core: 'workflows/documents/list-training-documents.ts#findTrainingDocument',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'One training document',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The training document', 'application/json', trainingDocumentViewSchema), ...workflowProblems },
});
