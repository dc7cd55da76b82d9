/** The one Lambda handler of the API: both hosts call it with API Gateway proxy events. */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Service } from '../../core/service.ts';
import type { Remaining } from '../invocation.ts';
import { toResult } from './answer.ts';
import type { ParsedEvent } from './middleware/api-event.ts';
import { authentication } from './middleware/authentication.ts';
import { entityTags, headAnswers } from './middleware/entity-tags.ts';
import { apiRoutes } from './handlers.ts';
import type { LargeAnswers } from './middleware/large-answers.ts';
import { carriable } from './middleware/large-answers.ts';
import { routeMatcher } from './middleware/match-route.ts';
import type { LogError } from './middleware/problem.ts';
import { problems } from './middleware/problem.ts';
import { requestId } from './middleware/request-id.ts';
import { deprecationHeaders, routing } from './middleware/routing.ts';
import { stagePath } from './middleware/stage-path.ts';
import { validation } from './middleware/validation.ts';

export interface ApiOptions {
  /** Called once for every answer 500 that is our fault. */
  readonly logError: LogError;
  /** Where the host cannot carry answers of any size. */
  readonly largeAnswers?: LargeAnswers;
  /** Runs work that can reach only one tenant's files: what is done for a request, once it is known whose it is. */
  readonly asTenant?: <Result>(tenant: string, work: () => Promise<Result>) => Promise<Result>;
}

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Order matters: `before` runs from the top, `after` and `onError` from the bottom, so that what stands first sees every answer last. */
export const apiHandler = (service: Service, { logError, largeAnswers, asTenant }: ApiOptions): ApiHandler => {
  const answer = async (event: ParsedEvent, invocation: Remaining): Promise<APIGatewayProxyResult> => {
    const given = await event.route.respond(event, invocation);
    return toResult(largeAnswers === undefined ? given : await carriable(event.httpMethod, given, largeAnswers));
  };
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(headAnswers())
    .use(stagePath())
    .use(requestId(service.ids))
    .use(deprecationHeaders())
    .use(problems(logError))
    .use(entityTags())
    .use(routing(routeMatcher(apiRoutes(service))))
    .use(authentication(service))
    .use(validation(service.settings.maxUploadBytes))
    .handler((event: ParsedEvent, context) =>
      asTenant === undefined || event.account === undefined
        ? answer(event, context)
        : asTenant(event.account.account_id, () => answer(event, context)),
    );
  // The middlewares put on the event what the handler's type asks for: the gateway's own event is enough.
  return (event, context) => handler(event as ParsedEvent, context);
};
