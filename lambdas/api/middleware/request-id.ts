/** Middleware: assigns each request an id, which `X-Request-Id`, problem bodies and log lines contain. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Ids } from '../../../core/ports.ts';
import type { IdentifiedEvent } from './request/api-event.ts';
import { headerOf } from './request/api-event.ts';

/** The caller's own id is used only if it is safe in a log line and a header. */
const SAFE = /^[A-Za-z0-9._:-]{1,128}$/;

export const requestId = (ids: Ids): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => {
  const add = ({
    event,
    response,
  }: {
    event: IdentifiedEvent;
    response: APIGatewayProxyResult | null | undefined;
  }): void => {
    if (response)
      response.headers = { ...response.headers, 'X-Request-Id': event.requestId, 'X-Content-Type-Options': 'nosniff' };
  };
  return {
    before: ({ event }) => {
      event.requestId =
        [headerOf(event, 'x-request-id'), event.requestContext.requestId].find(
          (id) => id !== undefined && SAFE.test(id),
        ) ?? ids.uuid();
    },
    after: add,
    onError: add,
  };
};
