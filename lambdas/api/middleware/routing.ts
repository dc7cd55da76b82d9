/** Middleware: finds the event's route; adds the deprecation headers of that route to whatever is answered. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IdentifiedEvent, RoutedEvent } from './api-event.ts';
import type { MatchRoute } from './match-route.ts';

/** @throws NotFoundError, MethodNotAllowedError */
export const routing = (match: MatchRoute): MiddlewareObj<RoutedEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    Object.assign(event, match(event.httpMethod, event.path));
  },
});

/** RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`) and where to go instead. */
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
