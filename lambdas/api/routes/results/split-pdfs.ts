/** PDFs of a processing request: one for each sub-document, and the whole document. */
import { z } from 'zod';
import { pdfQuerySchema, splitPdfQuerySchema } from '../../../../core/results/pdf/pdf-query.ts';
import { indexPathSchema, noQuerySchema, processingPathSchema } from '../api-schemas.ts';
import {
  found,
  foundFile,
  ifNoneMatch,
  inProgress,
  presignedGet,
  rangeHeaders,
  resultProblems,
  RESULT_PATH,
} from '../responses.ts';
import { row } from '../route-row.ts';

export const listSplitPdfs = row({
  method: 'GET',
  path: `${RESULT_PATH}/split-pdfs`,
  operationId: 'listSplitPdfs',
  core: 'results/processing-result.ts#listSplitPdfs',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The paths of all sub-document PDFs',
  description: 'Paths relative to this service, in the order of the sub-documents.',
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('One path a sub-document, in order', 'application/json', z.array(z.string())),
    ...inProgress,
    ...resultProblems,
  },
});

export const getSplitPdf = row({
  method: 'GET',
  path: `${RESULT_PATH}/split-pdfs/{index}`,
  operationId: 'getSplitPdf',
  core: 'results/pdf/sub-pdf.ts#readSplitPdf',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The PDF of one sub-document',
  description:
    'The original pages, unchanged; with `return_pages_with_ocr_data=true` rendered pages with the text over them, ' +
    'and only then the other parameters.',
  request: { path: indexPathSchema, query: splitPdfQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The PDF', 'application/pdf'), ...presignedGet, ...inProgress, ...resultProblems },
});

export const getPdf = row({
  method: 'GET',
  path: `${RESULT_PATH}/pdf`,
  operationId: 'getPdf',
  core: 'results/pdf/sub-pdf.ts#readWholePdf',
  tag: 'Results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'The whole document as processed, all pages in one PDF',
  description:
    'Rendered pages with the text over them; with `return_pages_with_ocr_data=false` the original pages, and then ' +
    'without the other parameters.',
  request: { path: processingPathSchema, query: pdfQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The PDF', 'application/pdf'), ...presignedGet, ...inProgress, ...resultProblems },
});
