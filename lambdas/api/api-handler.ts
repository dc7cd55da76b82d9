/** The one Lambda handler of the API: both hosts call it with API Gateway proxy events. */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Service } from '../../core/service.ts';
import { toResult } from './answer.ts';
import type { ParsedEvent } from './api-event.ts';
import { authentication } from './authentication.ts';
import { entityTags, headAnswers } from './entity-tags.ts';
import { apiRoutes } from './handlers.ts';
import type { LargeAnswers } from './large-answers.ts';
import { carriable } from './large-answers.ts';
import { routeMatcher } from './match-route.ts';
import type { LogError } from './problem.ts';
import { problems } from './problem.ts';
import { requestId } from './request-id.ts';
import { deprecationHeaders, routing } from './routing.ts';
import { stagePath } from './stage-path.ts';
import { validation } from './validation.ts';

export interface ApiOptions {
  /** Called once for every answer 500 that is our fault. */
  readonly logError: LogError;
  /** Where the host cannot carry answers of any size. */
  readonly largeAnswers?: LargeAnswers;
}

export type ApiHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Order matters: `before` runs from the top, `after` and `onError` from the bottom, so that what stands first sees every answer last. */
export const apiHandler = (service: Service, { logError, largeAnswers }: ApiOptions): ApiHandler => {
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
    .handler(async (event: ParsedEvent, context) => {
      const answer = await event.route.respond(event, context);
      return toResult(largeAnswers === undefined ? answer : await carriable(event.httpMethod, answer, largeAnswers));
    });
  // The middlewares put on the event what the handler's type asks for: the gateway's own event is enough.
  return (event, context) => handler(event as ParsedEvent, context);
};
