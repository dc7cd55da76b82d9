/** Middlewares: one looks up the workflows of calls, one counts the calls of each by operation and status. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { z } from 'zod';
import type { CallCounter, CallSubject } from '../../../core/accounts/usage/call-counter.ts';
import type { AuthenticatedEvent } from './request/api-event.ts';
import type { LogError } from './problem.ts';

const idSchema = z.uuid();

/** The workflow or processing request that the path names, as far as it is an id at all. */
const subjectOf = (segments: Readonly<Record<string, string>>): CallSubject | undefined => {
  const workflow = idSchema.safeParse((segments['workflow_key'] ?? segments['workflow_id'])?.toLowerCase()).data;
  if (workflow !== undefined) return { workflow_id: workflow };
  const processing = idSchema.safeParse(segments['processing_id']?.toLowerCase()).data;
  return processing === undefined ? undefined : { processing_id: processing };
};

/** Only a deletion waits for it here: other calls are answered meanwhile. */
export const workflowsOfCalls = (calls: CallCounter): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    const { caller, httpMethod, segments } = event;
    const subject = subjectOf(segments);
    if (caller === undefined || subject === undefined) return;
    event.workflowLookedUp = calls.expect({ accountId: caller.account.account_id, subject });
    if (httpMethod === 'DELETE') await event.workflowLookedUp;
  },
});

/** A batch that cannot be written is not the caller's affair: it is logged, and written with the next one. */
export const callCounts = (
  calls: CallCounter,
  logError: LogError,
): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => {
  const count = async ({
    event,
    response,
  }: {
    event: Partial<AuthenticatedEvent>;
    response: APIGatewayProxyResult | null | undefined;
  }): Promise<void> => {
    const { caller, route, segments = {}, requestId = '' } = event;
    const subject = subjectOf(segments);
    if (caller === undefined || route === undefined || subject === undefined || !response) return;
    await event.workflowLookedUp;
    calls.count({
      accountId: caller.account.account_id,
      subject,
      operationId: route.row.operationId,
      status: response.statusCode,
    });
    await calls.writeIfDue().catch((error: unknown) => {
      logError('API calls could not be counted', { request_id: requestId, error });
    });
  };
  return { after: count, onError: count };
};
