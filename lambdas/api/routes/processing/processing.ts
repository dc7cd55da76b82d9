/** The route that processes a document. */
import { processingResultSchema } from '../../../../core/results/processing-result.ts';
import {
  processFileSchema,
  processHeadersSchema,
  processUploadSchema,
  wholeResultQuerySchema,
  workflowPathSchema,
} from '../api-schemas.ts';
import {
  answer,
  CODING_HEADERS,
  goneProblem,
  idempotencyProblems,
  inProgress,
  presignedRedirect,
  problem,
  serviceProblems,
  uploadProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';

export const processDocument = row({
  method: 'POST',
  path: '/processing/{workflow_key}',
  operationId: 'processDocument',
  core: 'processing/process-document.ts#processDocument',
  tag: 'Processing',
  makesWork: true,
  auth: 'api_key',
  role: 'member',
  summary: 'Process one document with a workflow',
  description:
    'Waits for the result, as long as `wait_for` or `Prefer` allow and the host can hold the request open: 201 with the ' +
    'result, else 202 with its address. The body is the file in a form, or the `upload_id` of a file that was sent ' +
    'through POST /uploads. A document that cannot be processed within the wait is refused with 413 or 422.',
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
    ...goneProblem,
    404: problem('No such workflow'),
    415: problem('The body is neither multipart/form-data nor application/json, or it has a Content-Encoding', [
      'Accept-Encoding',
    ]),
    422: problem(
      'The request is not valid, there is no such upload, or the document cannot be processed; `errors` says where',
    ),
  },
});
