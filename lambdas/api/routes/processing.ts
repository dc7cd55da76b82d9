/** The route that processes a document. */
import { processingResultSchema } from '../../../core/results/processing-result.ts';
import {
  processFileSchema,
  processHeadersSchema,
  processUploadSchema,
  wholeResultQuerySchema,
  workflowPathSchema,
} from './api-schemas.ts';
import {
  answer,
  CODING_HEADERS,
  idempotencyProblems,
  inProgress,
  presignedRedirect,
  problem,
  serviceProblems,
  uploadProblems,
} from './responses.ts';
import { row } from './route-row.ts';

export const processDocument = row({
  method: 'POST',
  path: '/processing/{workflow_key}',
  operationId: 'processDocument',
  core: 'processing/process-document.ts#processDocument',
  tag: 'Processing',
  auth: 'api_key',
  summary: 'Process one document with a workflow',
  idempotent: true,
  request: {
    path: workflowPathSchema,
    query: wholeResultQuerySchema,
    headers: processHeadersSchema,
    body: { 'multipart/form-data': processFileSchema, 'application/json': processUploadSchema },
  },
  responses: {
    201: answer('Processed', 'application/json', processingResultSchema, [
      'Location',
      'Preference-Applied',
      ...CODING_HEADERS,
    ]),
    303: presignedRedirect,
    ...inProgress,
    ...serviceProblems,
    ...uploadProblems,
    ...idempotencyProblems,
    403: problem('The request that was accepted with this Idempotency-Key has been deleted'),
    404: problem('No such workflow'),
    415: problem('The body is neither multipart/form-data nor application/json'),
    422: problem(
      'The request is not valid, there is no such upload, or the document cannot be processed; `errors` says where',
    ),
  },
});
