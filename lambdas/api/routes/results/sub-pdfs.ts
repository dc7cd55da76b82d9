/** Deprecated PDFs of the sub-documents; split-pdfs.ts replaces them. */
import { z } from 'zod';
import { subPdfQuerySchema } from '../../../../core/results/pdf/pdf-query.ts';
import { indexPathSchema, noQuerySchema, processingPathSchema } from '../api-schemas.ts';
import {
  found,
  foundFile,
  ifNoneMatch,
  inProgress,
  presignedGet,
  rangeHeaders,
  replacedBy,
  resultProblems,
  RESULT_PATH,
} from '../responses.ts';
import { row } from '../route-row.ts';

export const listSubPdfs = row({
  method: 'GET',
  path: `${RESULT_PATH}/sub-pdfs`,
  operationId: 'listSubPdfs',
  core: 'results/processing-result.ts#listSubPdfs',
  tag: 'Deprecated results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'Use split-pdfs',
  description: 'Paths relative to this service, below sub-pdfs/.',
  deprecation: replacedBy(`${RESULT_PATH}/split-pdfs`),
  request: { path: processingPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('One path a sub-document, in order', 'application/json', z.array(z.string())),
    ...inProgress,
    ...resultProblems,
  },
});

export const getSubPdf = row({
  method: 'GET',
  path: `${RESULT_PATH}/sub-pdfs/{index}`,
  operationId: 'getSubPdf',
  core: 'results/pdf/sub-pdf.ts#readSubPdf',
  tag: 'Deprecated results',
  auth: 'api_key',
  role: 'reviewer',
  shared: true,
  summary: 'Use split-pdfs/{index}',
  deprecation: replacedBy(`${RESULT_PATH}/split-pdfs/{index}`),
  description:
    'Here `return_pages_with_ocr_data` is true by default and means the opposite: the pages are cut out of the ' +
    'uploaded PDF as they are, whatever the other parameters say.',
  request: { path: indexPathSchema, query: subPdfQuerySchema, headers: rangeHeaders },
  responses: { ...foundFile('The PDF', 'application/pdf'), ...presignedGet, ...inProgress, ...resultProblems },
});
