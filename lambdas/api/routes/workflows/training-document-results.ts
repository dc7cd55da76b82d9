/** The routes of what was read of a training document: proposals for its annotator. */
import { extractionsSchema } from '../../../../core/results/extractions/extractions.ts';
import { documentSplittingSchema } from '../../../../core/requests/processing-request.ts';
import { ocrResultSchema } from '../../../../core/results/text/ocr-result.ts';
import { noQuerySchema } from '../api-schemas.ts';
import { found, ifNoneMatch, presignedGet, problem, workflowProblems } from '../responses.ts';
import { row } from '../route-row.ts';
import { TRAINING_DOCUMENT_PATH, trainingDocumentPathSchema } from './training-document-schemas.ts';

const notRead = {
  409: problem('The document has not been read yet, or could not be read'),
};

export const getTrainingOcr = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/ocr`,
  operationId: 'getTrainingOcr',
  core: 'workflows/documents/document-results.ts#findTrainingOcr',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The text of a training document with its boxes',
  description: 'As the OCR of a result. It is made from the pages that were read when the document was added.',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The OCR result', 'application/json', ocrResultSchema),
    ...presignedGet,
    ...workflowProblems,
    ...notRead,
  },
});

export const getTrainingSplitting = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/document-splitting`,
  operationId: 'getTrainingSplitting',
  core: 'workflows/documents/document-results.ts#findTrainingSplitting',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Where the model would split a training document',
  description:
    'What the model in use decided when the document was read, with the confidence of every decision: a proposal. An ' +
    'annotation does not change it. 404 where an earlier release added the document as feedback, without what was decided.',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The splitting of the model', 'application/json', documentSplittingSchema),
    ...presignedGet,
    ...workflowProblems,
    ...notRead,
  },
});

export const getTrainingExtractions = row({
  method: 'GET',
  path: `${TRAINING_DOCUMENT_PATH}/extractions`,
  operationId: 'getTrainingExtractions',
  core: 'workflows/documents/document-results.ts#findTrainingExtractions',
  tag: 'Training data',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'What was read of each sub-document that the model proposes for a training document',
  description: 'Title, date, page numbers and identifiers, as of a result; `index` counts the proposed sub-documents.',
  request: { path: trainingDocumentPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The extractions', 'application/json', extractionsSchema),
    ...presignedGet,
    ...workflowProblems,
    ...notRead,
  },
});
