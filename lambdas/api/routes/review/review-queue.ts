/** The documents of a workflow that await review. */
import { z } from 'zod';
import { decimalParameter } from '../../../../core/results/pdf/pdf-query.ts';
import { reviewQueueSchema } from '../../../../core/review/review-queue.ts';
import { found, ifNoneMatch, problem, serviceProblems } from '../responses.ts';
import { row } from '../route-row.ts';
import { WORKFLOW_PATH, workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

/** That of the verification page. */
const DEFAULT_THRESHOLD = 0.9;

const reviewQueueQuerySchema = z.strictObject({
  threshold: decimalParameter(
    0,
    1,
    `A document awaits review where the model decided a gap with this confidence or a lower one, or a page could not ` +
      `be read; default ${DEFAULT_THRESHOLD}`,
  ).default(DEFAULT_THRESHOLD),
  after: z.guid().optional().describe('The id of a document that is skipped: `next` is the one after it'),
});

export const getReviewQueue = row({
  method: 'GET',
  path: `${WORKFLOW_PATH}/review-queue`,
  operationId: 'getReviewQueue',
  core: 'review/review-queue.ts#readReviewQueue',
  tag: 'Review',
  auth: 'api_key',
  role: 'reviewer',
  summary: 'How many documents of a workflow await review, and the next of them',
  description:
    'Documents that have succeeded, that nobody has verified, and in which the model decided a gap with a confidence ' +
    'at or below `threshold`, or without the text of a page that could not be read. Those with such a page come ' +
    'first, then the least sure.',
  request: { path: workflowIdPathSchema, query: reviewQueueQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('The queue', 'application/json', reviewQueueSchema),
    ...serviceProblems,
    404: problem('No such workflow'),
  },
});
