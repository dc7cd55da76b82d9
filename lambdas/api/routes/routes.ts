/**
 * Every route of the API, one row each, as pure data: lambdas/api/handlers.ts attaches the handlers by operationId,
 * lambdas/api/routes/openapi-document.ts prints them, and the gateway is made from them.
 */
import { z } from 'zod';
import { documentSplittingSchema } from '../../../core/requests/processing-request.ts';
import { extractionsSchema } from '../../../core/results/extractions/extractions.ts';
import { ocrResultSchema } from '../../../core/results/text/ocr-result.ts';
import { pdfQuerySchema, splitPdfQuerySchema, subPdfQuerySchema } from '../../../core/results/pdf/pdf-query.ts';
import { processingResultSchema } from '../../../core/results/processing-result.ts';
import {
  createdUploadSchema,
  createUploadSchema,
  elsewhereSchema,
  healthSchema,
  inProgressSchema,
  indexPathSchema,
  noQuerySchema,
  openapiSchema,
  pageImageQuerySchema,
  pagePathSchema,
  preferHeadersSchema,
  problemSchema,
  processFileSchema,
  processHeadersSchema,
  processingPathSchema,
  processUploadSchema,
  wholeResultQuerySchema,
  workflowPathSchema,
} from './api-schemas.ts';
import type { Deprecation, MediaType, ResponseRow, RouteRow } from './route-row.ts';

const row = <const Row extends RouteRow>(value: Row): Row => value;

const result = '/processing/results/{processing_id}';
const ifNoneMatch = z.object({ 'if-none-match': z.string().optional().describe('An ETag: 304 where it still fits') });

const answer = (
  description: string,
  mediaType: MediaType,
  schema: z.ZodType | 'binary' | 'text',
  headers: readonly string[] = [],
): ResponseRow => ({
  description,
  content: { [mediaType]: schema },
  headers,
});
const found = (description: string, mediaType: MediaType, schema: z.ZodType | 'binary' | 'text') => ({
  200: answer(description, mediaType, schema, ['ETag', 'Cache-Control']),
  304: { description: 'The ETag of If-None-Match still fits', headers: ['ETag'] },
});
const inStorage = answer(
  'The body is larger than this deployment carries: it lies at Location for a quarter of an hour, to be fetched without credentials',
  'application/json',
  elsewhereSchema,
  ['Location', 'Cache-Control', 'Preference-Applied'],
);
const elsewhere = { 307: inStorage };
const problem = (description: string, headers: readonly string[] = []) =>
  answer(description, 'application/problem+json', problemSchema, headers);
const inProgress = {
  202: answer('Not finished yet: ask again at Location', 'application/json', inProgressSchema, [
    'Location',
    'Retry-After',
    'Preference-Applied',
  ]),
};

const serviceProblems = {
  401: problem('The credentials could not be validated', ['WWW-Authenticate']),
  422: problem('The request is not valid; `errors` says where'),
  429: problem('Too many requests', ['Retry-After']),
  500: problem('An error of ours, or the processing request failed to complete'),
  503: problem('Storage is full or a part of the service is down; try again later', ['Retry-After']),
};
const uploadProblems = {
  402: problem("A processing limit of the account's plan has been reached"),
  413: problem('The document is too large or has too many pages'),
};
const resultProblems = {
  ...serviceProblems,
  403: problem('Not authorised for this processing request, or there is none with this id'),
  404: problem('There is no such page or sub-document'),
};

/** Since the split-pdfs endpoints exist, and for so long existing clients keep their answers. */
const replacedBy = (successor: string): Deprecation => ({
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2028-12-31T23:59:59Z'),
  successor,
});

export const routes = {
  processDocument: row({
    method: 'POST',
    path: '/processing/{workflow_key}',
    operationId: 'processDocument',
    tag: 'Processing',
    auth: 'api_key',
    summary: 'Process one document with a workflow',
    request: {
      path: workflowPathSchema,
      query: wholeResultQuerySchema,
      headers: processHeadersSchema,
      body: { 'multipart/form-data': processFileSchema, 'application/json': processUploadSchema },
    },
    responses: {
      201: answer('Processed', 'application/json', processingResultSchema, ['Location', 'Preference-Applied']),
      303: inStorage,
      ...inProgress,
      ...serviceProblems,
      ...uploadProblems,
      404: problem('No such workflow'),
      415: problem('The body is neither multipart/form-data nor application/json'),
      422: problem(
        'The request is not valid, there is no such upload, or the document cannot be processed; `errors` says where',
      ),
    },
  }),
  createUpload: row({
    method: 'POST',
    path: '/uploads',
    operationId: 'createUpload',
    tag: 'Processing',
    auth: 'api_key',
    summary: "Get an address for a file that is larger than the gateway's body limit",
    request: { query: noQuerySchema, body: { 'application/json': createUploadSchema } },
    responses: {
      201: answer(
        'Send the file to `url` with `method` and `headers`, then process `upload_id`',
        'application/json',
        createdUploadSchema,
      ),
      ...serviceProblems,
      ...uploadProblems,
      415: problem('The body is not application/json'),
    },
  }),
  getProcessingResult: row({
    method: 'GET',
    path: result,
    operationId: 'getProcessingResult',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The whole result again',
    request: {
      path: processingPathSchema,
      query: wholeResultQuerySchema,
      headers: preferHeadersSchema.extend(ifNoneMatch.shape),
    },
    responses: {
      ...found('The body that the POST had', 'application/json', processingResultSchema),
      ...elsewhere,
      ...inProgress,
      ...resultProblems,
    },
  }),
  getOcr: row({
    method: 'GET',
    path: `${result}/ocr`,
    operationId: 'getOcr',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The text with its boxes',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('The OCR result', 'application/json', ocrResultSchema),
      ...elsewhere,
      ...inProgress,
      ...resultProblems,
    },
  }),
  getHocr: row({
    method: 'GET',
    path: `${result}/hocr`,
    operationId: 'getHocr',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The OCR result to look at',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: { ...found('hOCR', 'text/html', 'text'), ...elsewhere, ...inProgress, ...resultProblems },
  }),
  getExtractions: row({
    method: 'GET',
    path: `${result}/extractions`,
    operationId: 'getExtractions',
    tag: 'Results',
    auth: 'api_key',
    summary: 'What was read of each sub-document: title, date, page numbers, identifiers',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('The extractions result', 'application/json', extractionsSchema),
      ...elsewhere,
      ...inProgress,
      ...resultProblems,
    },
  }),
  listPageImages: row({
    method: 'GET',
    path: `${result}/page-images`,
    operationId: 'listPageImages',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The paths of all page images',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('One path a page, in page order', 'application/json', z.array(z.string())),
      ...inProgress,
      ...resultProblems,
    },
  }),
  getPageImage: row({
    method: 'GET',
    path: `${result}/page-images/{page_num}`,
    operationId: 'getPageImage',
    tag: 'Results',
    auth: 'api_key',
    summary: 'A page as it was used in processing',
    description:
      'Scaled down, never up, keeping the aspect ratio: to `width`, to `height`, or, where both are given and do not fit, by the larger dimension.',
    request: { path: pagePathSchema, query: pageImageQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('The image', 'image/jpeg', 'binary'),
      200: {
        description: 'The image',
        content: { 'image/jpeg': 'binary', 'image/png': 'binary' },
        headers: ['ETag', 'Cache-Control'],
      },
      ...elsewhere,
      ...inProgress,
      ...resultProblems,
    },
  }),
  getThumbnail: row({
    method: 'GET',
    path: `${result}/thumbnail`,
    operationId: 'getThumbnail',
    tag: 'Results',
    auth: 'api_key',
    summary: 'A small picture of the first page',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: { ...found('The image', 'image/jpeg', 'binary'), ...inProgress, ...resultProblems },
  }),
  getDocumentSplitting: row({
    method: 'GET',
    path: `${result}/document-splitting`,
    operationId: 'getDocumentSplitting',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The sub-documents and the confidence of every decision',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('The splitting result', 'application/json', documentSplittingSchema),
      ...elsewhere,
      ...inProgress,
      ...resultProblems,
    },
  }),
  listSplitPdfs: row({
    method: 'GET',
    path: `${result}/split-pdfs`,
    operationId: 'listSplitPdfs',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The paths of all sub-document PDFs',
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('One path a sub-document, in order', 'application/json', z.array(z.string())),
      ...inProgress,
      ...resultProblems,
    },
  }),
  getSplitPdf: row({
    method: 'GET',
    path: `${result}/split-pdfs/{index}`,
    operationId: 'getSplitPdf',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The PDF of one sub-document',
    description:
      'The original pages, unchanged; with `return_pages_with_ocr_data=true` rendered pages with the text over them, and only then the other parameters.',
    request: { path: indexPathSchema, query: splitPdfQuerySchema, headers: ifNoneMatch },
    responses: { ...found('The PDF', 'application/pdf', 'binary'), ...elsewhere, ...inProgress, ...resultProblems },
  }),
  getPdf: row({
    method: 'GET',
    path: `${result}/pdf`,
    operationId: 'getPdf',
    tag: 'Results',
    auth: 'api_key',
    summary: 'The whole document as processed, all pages in one PDF',
    request: { path: processingPathSchema, query: pdfQuerySchema, headers: ifNoneMatch },
    responses: { ...found('The PDF', 'application/pdf', 'binary'), ...elsewhere, ...inProgress, ...resultProblems },
  }),
  listSubPdfs: row({
    method: 'GET',
    path: `${result}/sub-pdfs`,
    operationId: 'listSubPdfs',
    tag: 'Deprecated results',
    auth: 'api_key',
    summary: 'Use split-pdfs',
    deprecation: replacedBy(`${result}/split-pdfs`),
    request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('One path a sub-document, in order', 'application/json', z.array(z.string())),
      ...inProgress,
      ...resultProblems,
    },
  }),
  getSubPdf: row({
    method: 'GET',
    path: `${result}/sub-pdfs/{index}`,
    operationId: 'getSubPdf',
    tag: 'Deprecated results',
    auth: 'api_key',
    summary: 'Use split-pdfs/{index}',
    deprecation: replacedBy(`${result}/split-pdfs/{index}`),
    description:
      'Here `return_pages_with_ocr_data` is true by default and means the opposite: the pages are cut out of the uploaded PDF as they are, whatever the other parameters say.',
    request: { path: indexPathSchema, query: subPdfQuerySchema, headers: ifNoneMatch },
    responses: { ...found('The PDF', 'application/pdf', 'binary'), ...elsewhere, ...inProgress, ...resultProblems },
  }),
  getOpenApi: row({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'Service',
    auth: 'none',
    summary: 'This description',
    request: { query: noQuerySchema, headers: ifNoneMatch },
    responses: {
      ...found('OpenAPI 3.1', 'application/json', openapiSchema),
      422: serviceProblems[422],
      500: serviceProblems[500],
    },
  }),
  getHealth: row({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag: 'Service',
    auth: 'none',
    summary: 'Whether the service answers',
    request: { query: noQuerySchema },
    responses: {
      200: answer('It does', 'application/json', healthSchema),
      422: serviceProblems[422],
      500: serviceProblems[500],
    },
  }),
} as const;

export type OperationId = keyof typeof routes;
