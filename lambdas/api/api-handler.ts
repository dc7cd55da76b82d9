/** The Lambda handler of the whole API. Both hosts call it with API Gateway proxy events. */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Service } from '../../core/service.ts';
import type { RemainingTime } from '../invocation.ts';
import { toResult } from './answer.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { acceptance } from './middleware/acceptance.ts';
import type { AuthenticatedEvent } from './middleware/api-event.ts';
import { authentication } from './middleware/authentication.ts';
import { entityTags, headAnswers } from './middleware/entity-tags.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { apiRoutes } from './handlers.ts';
import type { LargeAnswers } from './middleware/large-answers.ts';
import { withinSizeLimit } from './middleware/large-answers.ts';
import { routeMatcher } from './middleware/match-route.ts';
import type { LogError } from './middleware/problem.ts';
import { problems } from './middleware/problem.ts';
import { requestId } from './middleware/request-id.ts';
import { deprecationHeaders, routing } from './middleware/routing.ts';
import { stagePath } from './middleware/stage-path.ts';
import { readParts } from './middleware/validation.ts';

export interface ApiOptions {
  /** Called once for each response with code internal_error. */
  readonly logError: LogError;
  /** Given where the host limits the size of a response: larger bodies are served by presigned redirects. */
  readonly largeAnswers?: LargeAnswers;
  /** Origins whose web pages may call the API (CORS). Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Runs `work` with access to one tenant's files only. Wraps the handler of every authenticated request. */
  readonly asTenant?: <Result>(tenant: string, work: () => Promise<Result>) => Promise<Result>;
}

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * The order matters: `before` hooks run from first to last, `after` and `onError` hooks from last to first. The first
 * middleware therefore sees every response last.
 */
export const apiHandler = (
  service: Service,
  { logError, largeAnswers, corsOrigins = [], asTenant }: ApiOptions,
): ApiHandler => {
  const { maxUploadBytes } = service.settings;
  const answer = async (event: AuthenticatedEvent, invocation: RemainingTime): Promise<APIGatewayProxyResult> => {
    const full = await answerOnce(service, event, maxUploadBytes, async () =>
      event.route.respond(Object.assign(event, { parts: await readParts(event, maxUploadBytes) }), invocation),
    );
    return toResult(largeAnswers === undefined ? full : await withinSizeLimit(event.httpMethod, full, largeAnswers));
  };
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(headAnswers())
    .use(stagePath())
    .use(requestId(service.ids))
    .use(crossOrigin(corsOrigins))
    .use(deprecationHeaders())
    .use(problems(logError))
    .use(entityTags())
    .use(routing(routeMatcher(apiRoutes(service))))
    .use(authentication(service))
    .use(acceptance())
    .handler((event: AuthenticatedEvent, context) =>
      asTenant === undefined || event.account === undefined
        ? answer(event, context)
        : asTenant(event.account.account_id, () => answer(event, context)),
    );
  // The middlewares add the members of AuthenticatedEvent, so callers pass the gateway's own event.
  return (event, context) => handler(event as AuthenticatedEvent, context);
};
