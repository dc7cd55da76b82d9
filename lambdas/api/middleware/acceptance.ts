/**
 * Middleware: refuses a request whose `Accept` excludes every media type of the route's successful responses. Problem
 * documents and the 202 are sent whatever `Accept` says (RFC 9110, section 15.5.7).
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import Negotiator from 'negotiator';
import { NotAcceptableError } from '../../../core/errors.ts';
import type { RoutedEvent } from './request/api-event.ts';
import { headerOf } from './request/api-event.ts';
import type { RouteRow } from '../routes/route-row.ts';

/** A media range, such as image/*. A header that holds none is malformed and, as one that is absent, excludes nothing. */
const MEDIA_RANGE = /[^\s,;/]+\/[^\s,;/]+/;
/** The parameters of media ranges, such as `; charset=utf-8`, without the weight `q`. */
const PARAMETER = /;(?!\s*q\s*=)[^;,"]*(?:"[^"]*")?/gi;

/** @throws NotAcceptableError */
export const acceptance = (): MiddlewareObj<RoutedEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const offered = mediaTypesOf(event.route.row);
    // A 204 has no media type that could be excluded.
    if (offered.length === 0 || acceptedTypes(event).length > 0) return;
    throw new NotAcceptableError(
      `This path answers with ${offered.join(' or ')}, which the Accept header excludes. Add it there, or leave Accept out.`,
    );
  },
});

/** The media type of the route's successful responses that the request prefers; the first where it prefers none. */
export const preferredType = (event: RoutedEvent): string | undefined => acceptedTypes(event)[0];

/** The media types of the route's successful responses that the request accepts, the preferred one first. */
function acceptedTypes(event: RoutedEvent): string[] {
  const offered = mediaTypesOf(event.route.row);
  // Each type is sent in one form only, which the parameters of a range, such as a charset, cannot exclude.
  const accept = (headerOf(event, 'accept') ?? '').replaceAll(PARAMETER, '');
  return MEDIA_RANGE.test(accept) ? new Negotiator({ headers: { accept } }).mediaTypes(offered) : offered;
}

const mediaTypesOf = ({ responses }: RouteRow): string[] =>
  Object.keys(responses[200]?.content ?? responses[201]?.content ?? {});
