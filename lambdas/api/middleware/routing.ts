/** Middlewares: one finds the event's route, one adds the deprecation headers of that route to every response. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { MethodNotImplementedError } from '../../../core/errors.ts';
import type { IdentifiedEvent, RoutedEvent } from './request/api-event.ts';
import type { MatchRoute } from './match-route.ts';

/** The methods of RFC 9110, RFC 5789 and the HTTP QUERY method. A path that lacks one of them answers 405, any other method 501. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY'];

/** @throws MethodNotImplementedError, NotFoundError, MethodNotAllowedError, MalformedPathError */
export const routing = (match: MatchRoute): MiddlewareObj<RoutedEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    if (!METHODS.includes(event.httpMethod)) throw new MethodNotImplementedError(event.httpMethod);
    Object.assign(event, match(event.httpMethod, event.path));
  },
});

/** Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the successor. */
export const deprecationHeaders = (): MiddlewareObj<IdentifiedEvent & Partial<RoutedEvent>, APIGatewayProxyResult> => {
  const add = ({
    event,
    response,
  }: {
    event: Partial<RoutedEvent>;
    response: APIGatewayProxyResult | null | undefined;
  }): void => {
    const deprecation = event.route?.row.deprecation;
    if (deprecation === undefined || !response) return;
    const successor = deprecation.successor.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(event.segments?.[name] ?? ''),
    );
    response.headers = {
      ...response.headers,
      Deprecation: `@${deprecation.since.getTime() / 1000}`,
      Sunset: deprecation.sunset.toUTCString(),
      Link: `<${successor}>; rel="successor-version"`,
    };
  };
  return { after: add, onError: add };
};
