/** Middleware: answers preflights of allowed origins without credentials, and adds the CORS headers to every answer. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { withVary } from '../answer.ts';
import { crossOriginHeaders, PREFLIGHT_HEADERS } from '../cross-origin.ts';
import type { IdentifiedEvent } from './request/api-event.ts';
import { headerOf } from './request/api-event.ts';

type Headers = NonNullable<APIGatewayProxyResult['headers']>;

/** @param allowed  the origins whose pages may call the API; empty: none, and no answer changes */
export const crossOrigin = (allowed: readonly string[]): MiddlewareObj<IdentifiedEvent, APIGatewayProxyResult> => {
  const add = ({ event, response }: { event: IdentifiedEvent; response: APIGatewayProxyResult | null | undefined }) => {
    if (response)
      response.headers = merged(response.headers ?? {}, crossOriginHeaders(allowed, headerOf(event, 'origin')));
  };
  return {
    before: ({ event }) => {
      const origin = headerOf(event, 'origin');
      if (!isPreflight(event) || origin === undefined || !allowed.includes(origin)) return undefined;
      return {
        statusCode: 204,
        headers: { ...crossOriginHeaders(allowed, origin), ...PREFLIGHT_HEADERS, 'X-Request-Id': event.requestId },
        body: '',
      };
    },
    after: add,
    onError: add,
  };
};

const isPreflight = (event: IdentifiedEvent): boolean =>
  event.httpMethod === 'OPTIONS' && headerOf(event, 'access-control-request-method') !== undefined;

/** Both, with the names of both `Vary` headers. */
function merged(headers: Headers, { Vary: own, ...added }: Readonly<Record<string, string>>): Headers {
  const both = { ...headers, ...added };
  return own === undefined ? both : withVary(both, own);
}
