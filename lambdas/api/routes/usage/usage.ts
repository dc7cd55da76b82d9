/** What a workflow was used for. */
import { z } from 'zod';
import { isTimeZone } from '../../../../core/accounts/usage/time-units.ts';
import { intervalSchema, usageSeriesSchema } from '../../../../core/accounts/usage/usage-series.ts';
import { workflowPathSchema } from '../api-schemas.ts';
import { found, ifNoneMatch, problem, serviceProblems } from '../responses.ts';
import { row } from '../route-row.ts';

const timeSchema = z.string().max(40);

export const usageQuerySchema = z.strictObject({
  start: timeSchema
    .optional()
    .describe('A date (2026-11-24) or a time with its offset; default: 24 hours, 30 days, 13 weeks or 12 months'),
  end: timeSchema.optional().describe('The same; not included. Default: now'),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'must be UTC or a name of the IANA time zone database, such as Europe/Berlin')
    .default('UTC')
    .describe('Whose hours, days, weeks and months are meant: UTC, or a name such as Europe/Berlin'),
});

const json = found('The series', 'application/json', usageSeriesSchema.meta({ id: 'UsageSeries' }));

export const getUsage = row({
  method: 'GET',
  path: '/processing/{workflow_key}/usage/{interval}',
  operationId: 'getUsage',
  core: 'accounts/usage/usage-series.ts#usageSeries',
  tag: 'Usage',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'Requests, pages, credits, latency and API calls over time',
  description:
    'In whole intervals of `time_zone`: the first is the one in which `start` lies, the last the one before or around ' +
    '`end`; at most 1,000. Weeks begin on Monday. Requests are counted exactly, when they end; API calls are written ' +
    'every 10 seconds, and those of a process that dies meanwhile are missing. `Accept: text/csv` gives one line for ' +
    'each interval. Owners also see an estimate of what the documents cost the operator, where the deployment has ' +
    'unit costs.',
  request: {
    path: workflowPathSchema.extend({ interval: intervalSchema.describe('Length of the intervals') }),
    query: usageQuerySchema,
    headers: ifNoneMatch,
  },
  responses: {
    ...json,
    200: { ...json[200], content: { ...json[200].content, 'text/csv': 'text' } },
    ...serviceProblems,
    404: problem('No such workflow'),
  },
});
