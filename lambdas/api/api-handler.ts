/** The Lambda handler of the whole API. Both hosts call it with API Gateway proxy events. */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { CallCounter } from '../../core/accounts/usage/call-counter.ts';
import { workflowOfCall } from '../../core/requests/workflows/workflow-of-call.ts';
import { unrestricted } from '../../core/ports.ts';
import type { AsTenant } from '../../core/ports.ts';
import type { Service } from '../../core/service.ts';
import { withinGateway } from '../invocation.ts';
import type { RemainingTime } from '../invocation.ts';
import type { ApiResult } from './answer.ts';
import { toResult } from './answer.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { acceptance } from './middleware/acceptance.ts';
import type { AuthenticatedEvent } from './middleware/request/api-event.ts';
import { callCounts, workflowsOfCalls } from './middleware/call-counts.ts';
import { authentication } from './middleware/authentication.ts';
import { authorization } from './middleware/authorization.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { apiRoutes } from './handlers.ts';
import { headAnswers } from './middleware/head-answers.ts';
import { routeMatcher } from './middleware/match-route.ts';
import type { LogError } from './middleware/problem.ts';
import { problems } from './middleware/problem.ts';
import { rateHeaders, rateLimits } from './middleware/rate-limits.ts';
import { requestId } from './middleware/request-id.ts';
import { deprecationHeaders, routing } from './middleware/routing.ts';
import { stagePath } from './middleware/stage-path.ts';
import { readParts } from './middleware/request/validation.ts';
import type { LargeAnswers } from './representation/large-answers.ts';
import { withinSizeLimit } from './representation/large-answers.ts';
import { inMemory, represent } from './representation/represent.ts';

export interface ApiOptions {
  /** Called once for each response with code internal_error. */
  readonly logError: LogError;
  /** Given where the host limits the size of a response: larger bodies are served by presigned redirects. */
  readonly largeAnswers?: LargeAnswers;
  /** Origins whose web pages may call the API (CORS). Default: none. */
  readonly corsOrigins?: readonly string[];
  /** The host has browser sessions (session/session-handler.ts): their cookie is taken as credentials. Default: none. */
  readonly takesSessions?: boolean;
  /** The host sends a blob itself where a result names one instead of a body. Default: the handler reads it. */
  readonly sendsBlobs?: boolean;
  /** Counts the calls; given where the host writes what was collected before it ends. Default: one of this handler. */
  readonly calls?: CallCounter;
  /** Milliseconds after which the gateway before the host answers 504 itself. Default: it has no limit of its own. */
  readonly gatewayLimitMs?: number;
  /** For everything that is done for a caller whose account is known. */
  readonly asTenant?: AsTenant;
}

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<ApiResult>;

/**
 * The order matters: `before` hooks run from first to last, `after` and `onError` hooks from last to first. The first
 * middleware therefore sees every response last.
 */
export const apiHandler = (service: Service, options: ApiOptions): ApiHandler => {
  const { logError, largeAnswers, corsOrigins = [], sendsBlobs = false, takesSessions = false } = options;
  const { asTenant = unrestricted, gatewayLimitMs } = options;
  const { calls = new CallCounter(service, workflowOfCall(service), asTenant) } = options;
  const { blobs, settings } = service;
  const answer = async (event: AuthenticatedEvent, invocation: RemainingTime): Promise<ApiResult> => {
    const full = await answerOnce(service, event, settings.maxUploadBytes, async () =>
      event.route.respond(Object.assign(event, { parts: await readParts(event, settings.maxUploadBytes) }), invocation),
    );
    const whole = await represent(event, full, blobs);
    const carried = largeAnswers === undefined ? whole : await withinSizeLimit(event.httpMethod, whole, largeAnswers);
    return toResult(sendsBlobs || event.httpMethod === 'HEAD' ? carried : await inMemory(carried, blobs));
  };
  const handler = middy<APIGatewayProxyEvent, ApiResult>()
    .use(headAnswers())
    .use(stagePath())
    .use(requestId(service.ids))
    .use(crossOrigin(corsOrigins))
    .use(deprecationHeaders())
    .use(rateHeaders())
    .use(callCounts(calls, logError))
    .use(problems(logError))
    .use(routing(routeMatcher(apiRoutes(service))))
    .use(authentication(service, { takesSessions, asTenant }))
    .use(rateLimits(service, asTenant))
    .use(authorization())
    .use(workflowsOfCalls(calls))
    .use(acceptance())
    .handler((event: AuthenticatedEvent, context) => {
      const { requestTimeEpoch } = event.requestContext;
      const invocation =
        gatewayLimitMs === undefined
          ? context
          : withinGateway(context, requestTimeEpoch + gatewayLimitMs, service.clock);
      return event.caller === undefined
        ? answer(event, invocation)
        : asTenant(event.caller.account.account_id, () => answer(event, invocation));
    });
  // The middlewares add the members of AuthenticatedEvent, so callers pass the gateway's own event.
  return (event, context) => handler(event as AuthenticatedEvent, context);
};
