/** Middleware: one id a request, in `X-Request-Id`, in every problem body and in every log line. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Ids } from '../../../core/ports.ts';
import type { IdentifiedEvent } from './api-event.ts';
import { headerOf } from './api-event.ts';

/** A caller's own id is kept where it cannot do harm in a log or a header. */
const HARMLESS = /^[A-Za-z0-9._:-]{1,128}$/;

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
          (id) => id !== undefined && HARMLESS.test(id),
        ) ?? ids.uuid();
    },
    after: add,
    onError: add,
  };
};
