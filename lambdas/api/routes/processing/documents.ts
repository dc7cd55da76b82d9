/** Processed documents: their list, progress, cancellation, deletion and archive. */
import { z } from 'zod';
import { DOCUMENT_ORDERS } from '../../../../core/processing/list-documents.ts';
import { listedDocumentSchema } from '../../../../core/processing/listed-document.ts';
import { progressSchema } from '../../../../core/processing/reading/read-progress.ts';
import { processingStateSchema } from '../../../../core/requests/processing-request.ts';
import { timeWithOffset } from '../../../../core/requests/request-sentences.ts';
import { archiveQuerySchema, booleanParameter, decimalParameter } from '../../../../core/results/pdf/pdf-query.ts';
import {
  idempotencyHeadersSchema,
  listParameter,
  noQuerySchema,
  fileNamePartSchema,
  pageQuerySchema,
  pageSchema,
  processingPathSchema,
} from '../api-schemas.ts';
import {
  changed,
  done,
  found,
  foundFile,
  goneProblem,
  ifNoneMatch,
  inProgress,
  presignedGet,
  problem,
  rangeHeaders,
  resultProblems,
  RESULT_PATH,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

export const documentOrderSchema = z.enum(DOCUMENT_ORDERS);

const documentQuerySchema = pageQuerySchema
  .extend({
    state: listParameter(
      processingStateSchema,
      { type: 'string', enum: processingStateSchema.options },
      'Only documents in these states',
    ),
    verified: booleanParameter('Only documents that a person has verified, or has not').optional(),
    confidence_at_most: decimalParameter(
      0,
      1,
      'Only documents with a gap of this confidence or a lower one',
    ).optional(),
    confidence_below: decimalParameter(0, 1, 'Only documents with a gap of a lower confidence').optional(),
    review_threshold: decimalParameter(0, 1, 'Only documents that the review queue has at this threshold').optional(),
    name: fileNamePartSchema,
    start: timeWithOffset().describe('Only documents that were sent at this time or later').optional(),
    end: timeWithOffset()
      .describe('Only documents that were sent before this time, which is later than `start`')
      .optional(),
    sort: documentOrderSchema
      .default('-created_at')
      .describe(
        '`-` is descending. By name: in any case, by the code points of its first 100 characters. By pages: documents ' +
          'that have not been inspected come last, in both directions. By confidence: ascending, what needs review ' +
          'first; documents without a gap or without a result come last, in both directions',
      ),
  })
  .refine(({ start, end }) => start === undefined || end === undefined || Date.parse(start) < Date.parse(end), {
    path: ['end'],
    error: 'must be later than start',
  });

export const listDocuments = row({
  method: 'GET',
  path: `${WORKFLOW_PATH}/documents`,
  operationId: 'listDocuments',
  core: 'processing/list-documents.ts#listDocuments',
  tag: 'Processing',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'The documents that were sent to a workflow',
  description:
    'A request reads 5,000 documents at most. A filter that leaves out most of them may therefore give a page that is ' +
    'not full, or empty, although a next one exists: read on while `next` is not null. `start` and `end` with a `sort` ' +
    'by time, and `confidence_at_most` and `confidence_below` with one by confidence, read only what they select.',
  request: { path: workflowIdPathSchema, query: documentQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('One page of documents', 'application/json', pageSchema('ProcessedDocumentPage', listedDocumentSchema)),
    ...serviceProblems,
    404: problem('No such workflow'),
  },
});

export const getProgress = row({
  method: 'GET',
  path: `${RESULT_PATH}/progress`,
  operationId: 'getProgress',
  core: 'processing/reading/read-progress.ts#readProgress',
  tag: 'Processing',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'How far the processing is',
  description: 'The step, and how many pages have been read. Answers in every state of the request.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The progress', 'application/json', progressSchema), ...serviceProblems },
});

export const cancelProcessing = row({
  method: 'POST',
  path: `${RESULT_PATH}/cancel`,
  operationId: 'cancelProcessing',
  core: 'processing/cancel-processing.ts#cancelProcessing',
  tag: 'Processing',
  auth: 'api_key',
  role: 'member',
  summary: 'Stop the processing of a document',
  description:
    'While the request is queued or processed. It is then failed, with the code `cancelled`, and not charged. Does ' +
    'nothing where it is cancelled already.',
  idempotent: true,
  request: { path: processingPathSchema, query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...changed('Cancelled', progressSchema),
    ...serviceProblems,
    409: problem(
      'The request has succeeded, or failed otherwise, or the first request with this Idempotency-Key is still being ' +
        'answered',
      ['Retry-After?'],
    ),
    ...goneProblem,
  },
});

export const deleteResult = row({
  method: 'DELETE',
  path: RESULT_PATH,
  operationId: 'deleteResult',
  core: 'processing/deletion/delete-result.ts#deleteResult',
  tag: 'Processing',
  auth: 'api_key',
  role: 'member',
  summary: 'Delete a result with its upload',
  description:
    'At once and for good: the upload, all results, the verification, the share links, and what is kept for retries ' +
    'with an `Idempotency-Key`, which answer 410 from then on. A request that is not finished is cancelled first. ' +
    'Usage counters stay.',
  request: { path: processingPathSchema, query: noQuerySchema },
  responses: { ...done('Deleted'), ...serviceProblems },
});

export const getUpload = row({
  method: 'GET',
  path: `${RESULT_PATH}/upload`,
  operationId: 'getUpload',
  core: 'results/upload-file.ts#readUploadFile',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The file as it was sent',
  description: 'Byte for byte, in every state of the request, as long as the request is kept.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: rangeHeaders },
  responses: {
    ...foundFile('The file', 'application/octet-stream'),
    ...presignedGet,
    ...serviceProblems,
    404: problem('The file is not kept any more: the request has failed, and the file was processed again'),
  },
});

export const getArchive = row({
  method: 'GET',
  path: `${RESULT_PATH}/archive`,
  operationId: 'getArchive',
  core: 'results/archive.ts#readArchive',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'A ZIP of all sub-documents',
  description:
    'The PDFs, named after the sub-documents, and `contents.csv`, a table of them. The PDFs have the original pages; with ' +
    '`return_pages_with_ocr_data=true` rendered pages with the text over them, as `split-pdfs/{index}` has them.',
  request: { path: processingPathSchema, query: archiveQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The archive', 'application/zip'), ...presignedGet, ...inProgress, ...resultProblems },
});
