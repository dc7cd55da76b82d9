/** Error reports, the older interface of feedback. */
import { z } from 'zod';
import { errorReportSchema, incorrectFieldSchema } from '../../../../core/review/error-reports.ts';
import { wellFormedText } from '../../../../core/requests/request-sentences.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  found,
  goneProblem,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';

const PATH = '/processing/error-reports';

/** Characters of a description, and wrong fields of a report. */
const MAX_DESCRIPTION = 5000;
const MAX_FIELDS = 200;

export const createErrorReportSchema = z
  .strictObject({
    processing_id: z.guid(),
    description: wellFormedText().max(MAX_DESCRIPTION).nullable().optional().describe('Plain description of the error'),
    incorrect_fields: z.array(incorrectFieldSchema).max(MAX_FIELDS).nullable().default([]),
  })
  .meta({ id: 'CreateErrorReport' });

export const createErrorReport = row({
  method: 'POST',
  path: `${PATH}/{processing_result}`,
  operationId: 'createErrorReport',
  core: 'review/error-reports.ts#createErrorReport',
  tag: 'Review',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Report wrong extractions (older interface)',
  description:
    'Only for accounts that the operator has configured for it, and only for `extractions`. The report is kept for the ' +
    "account's owner; extractions are not changed by it.",
  idempotent: true,
  request: {
    path: z.object({ processing_result: z.string().max(100).describe('`extractions`') }),
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createErrorReportSchema },
  },
  responses: {
    ...created('Kept', z.strictObject({ error_report_id: z.uuid() }).meta({ id: 'CreatedErrorReport' })),
    ...serviceProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
    ...goneProblem,
  },
});

export const listErrorReports = row({
  method: 'GET',
  path: PATH,
  operationId: 'listErrorReports',
  core: 'review/error-reports.ts#listErrorReports',
  tag: 'Review',
  auth: 'api_key',
  role: 'owner',
  summary: "The account's error reports, the newest first",
  request: { query: pageQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('One page of reports', 'application/json', pageSchema('ErrorReportPage', errorReportSchema)),
    ...serviceProblems,
  },
});
