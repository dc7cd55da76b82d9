/** The result of a processing request: the whole of it, and its text, extractions and splitting. */
import { documentSplittingSchema } from '../../../../core/requests/processing-request.ts';
import { extractionsSchema } from '../../../../core/results/extractions/extractions.ts';
import { ocrResultSchema } from '../../../../core/results/text/ocr-result.ts';
import { processingResultSchema } from '../../../../core/results/processing-result.ts';
import { noQuerySchema, preferHeadersSchema, processingPathSchema, wholeResultQuerySchema } from '../api-schemas.ts';
import { found, ifNoneMatch, inProgress, presignedGet, resultProblems, RESULT_PATH } from '../responses.ts';
import { row } from '../route-row.ts';

export const getProcessingResult = row({
  method: 'GET',
  path: RESULT_PATH,
  operationId: 'getProcessingResult',
  core: 'results/processing-result.ts#serialiseProcessingResult',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The whole result again',
  description: '`include` selects its parts. Waits as the POST does where processing has not finished.',
  request: {
    path: processingPathSchema,
    query: wholeResultQuerySchema,
    headers: preferHeadersSchema.extend(ifNoneMatch.shape),
  },
  responses: {
    ...found('The body that the POST had', 'application/json', processingResultSchema, ['Preference-Applied']),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});

export const getOcr = row({
  method: 'GET',
  path: `${RESULT_PATH}/ocr`,
  operationId: 'getOcr',
  core: 'requests/find-processing-request.ts#findProcessingRequest',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The text with its boxes',
  description:
    "Each page's words in reading order, with their corners in pixels of the page image, and the page's text.",
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The OCR result', 'application/json', ocrResultSchema),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});

export const getHocr = row({
  method: 'GET',
  path: `${RESULT_PATH}/hocr`,
  operationId: 'getHocr',
  core: 'requests/find-processing-request.ts#findProcessingRequest',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The OCR result to look at',
  description: 'An HTML page in the hOCR format: every word at its place on the page, as other OCR programs write it.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('hOCR', 'text/html', 'text', ['Content-Security-Policy']),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});

export const getExtractions = row({
  method: 'GET',
  path: `${RESULT_PATH}/extractions`,
  operationId: 'getExtractions',
  core: 'requests/find-processing-request.ts#findProcessingRequest',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'What was read of each sub-document: title, date, page numbers, identifiers',
  description: 'What the splitter reads to decide, in page order. Values are null where none was found.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The extractions result', 'application/json', extractionsSchema),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});

export const getDocumentSplitting = row({
  method: 'GET',
  path: `${RESULT_PATH}/document-splitting`,
  operationId: 'getDocumentSplitting',
  core: 'requests/find-processing-request.ts#findProcessingRequest',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The sub-documents and the confidence of every decision',
  description:
    'Page numbers count from 1. Of n pages there are n − 1 confidences, one for each gap between two pages: 0 is ' +
    'undecided, 1 is certain.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The splitting result', 'application/json', documentSplittingSchema),
    ...presignedGet,
    ...inProgress,
    ...resultProblems,
  },
});
