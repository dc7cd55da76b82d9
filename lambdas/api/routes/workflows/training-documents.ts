/** The routes of training documents. */
import { idempotencyHeadersSchema, noQuerySchema, pageImageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  changed,
  created,
  done,
  found,
  foundFile,
  idempotencyProblems,
  ifMatch,
  ifNoneMatch,
  jsonBodyProblems,
  presignedGet,
  problem,
  rangeHeaders,
  uploadProblems,
  workflowProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import {
  addedTrainingDocumentsSchema,
  addTrainingFilesSchema,
  addTrainingUploadsSchema,
  annotationSchema,
  TRAINING_DOCUMENT_PATH,
  trainingDocumentPathSchema,
  TRAINING_DOCUMENTS_PATH,
  trainingDocumentsQuerySchema,
  trainingDocumentViewSchema,
  trainingPagePathSchema,
} from './training-document-schemas.ts';
import { workflowIdPathSchema } from './workflow-schemas.ts';

export const addTrainingDocuments = row({
  method: 'POST',
  path: TRAINING_DOCUMENTS_PATH,
  operationId: 'addTrainingDocuments',
  core: 'workflows/documents/add-training-documents.ts#addTrainingDocuments',
  tag: 'Training data',
  makesWork: true,
  auth: 'api_key',
  role: 'member',
  summary: 'Add files to the training data',
  description:
    'All of them or none. Each is read as a document to process is; `status` says how far it is. A file that is one ' +
    'document is then annotated, a merged one awaits its annotation. A preview takes none: it is trained on the ' +
    'documents of the workflow that it will replace.',
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
  description: 'By their ids; `collection`, `status` and `name` leave the others out.',
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

const notRead = {
  409: problem('The document has not been read yet, or could not be read'),
};

export const annotateTrainingDocument = row({
  method: 'PUT',
  path: `${TRAINING_DOCUMENT_PATH}/annotation`,
  operationId: 'annotateTrainingDocument',
  core: 'workflows/documents/annotate-document.ts#annotateDocument',
  tag: 'Training data',
  auth: 'api_key',
  role: 'member',
  summary: 'Say which pages of a file belong to which document',
  description:
    'Every page once, in order. An annotation replaces the one before; `If-Match` with the ETag of the document makes ' +
    'sure that it is the one you have read. A file that was sent as one document becomes a merged one.',
  request: {
    path: trainingDocumentPathSchema,
    query: noQuerySchema,
    headers: ifMatch,
    body: { 'application/json': annotationSchema },
  },
  responses: {
    ...changed('The annotated document', trainingDocumentViewSchema),
    ...workflowProblems,
    ...jsonBodyProblems,
    ...notRead,
    412: problem('Another annotation came first, or `If-Match` does not name the ETag of the document'),
  },
});

export const deleteTrainingDocument = row({
  method: 'DELETE',
  path: TRAINING_DOCUMENT_PATH,
  operationId: 'deleteTrainingDocument',
  core: 'workflows/deletion/delete-document.ts#deleteTrainingDocument',
  tag: 'Training data',
  auth: 'api_key',
  role: 'member',
  summary: 'Delete a training document',
  description: 'The file, its pages and its annotation. A document that is being read is not read on.',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema },
  responses: { ...done('Deleted'), ...workflowProblems },
});

export const getTrainingFile = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/file`,
  operationId: 'getTrainingFile',
  core: 'workflows/documents/document-file.ts#readTrainingFile',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The file of a training document as it was sent',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The file', 'application/octet-stream'), ...presignedGet, ...workflowProblems },
});

export const getTrainingPageImage = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/page-images/{page_num}`,
  operationId: 'getTrainingPageImage',
  core: 'workflows/documents/document-images.ts#readTrainingPageImage',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'A page of a training document',
  description: 'As it was read, scaled down to `width` and `height` as the page images of a result are.',
  request: { path: trainingPagePathSchema, query: pageImageQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The image', 'image/jpeg'), ...presignedGet, ...workflowProblems, ...notRead },
});

export const getTrainingThumbnail = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/thumbnail`,
  operationId: 'getTrainingThumbnail',
  core: 'workflows/documents/document-images.ts#readTrainingThumbnail',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'A small picture of the first page of a training document',
  description: 'A JPEG whose longer side has 256 pixels.',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The image', 'image/jpeg'), ...workflowProblems, ...notRead },
});
