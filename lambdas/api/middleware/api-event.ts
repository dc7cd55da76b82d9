/** The event as it passes along the middleware chain: each middleware adds one member. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Account } from '../../../core/accounts/account.ts';
import type { Answer } from '../answer.ts';
import type { Remaining } from '../../invocation.ts';
import type { RouteRow } from '../routes/route-row.ts';

/** A row of the routes table with its handler. */
export interface Route {
  readonly row: RouteRow;
  respond(event: ParsedEvent, invocation: Remaining): Promise<Answer>;
}

export interface IdentifiedEvent extends APIGatewayProxyEvent {
  requestId: string;
}

export interface RoutedEvent extends IdentifiedEvent {
  route: Route;
  /** Path segments by name, percent-decoded. */
  segments: Readonly<Record<string, string>>;
}

export interface AuthenticatedEvent extends RoutedEvent {
  /** Absent only on routes that need no credentials. */
  account: Account | undefined;
}

/** A request whose parts fit the route's row. */
export interface ParsedEvent extends AuthenticatedEvent {
  parts: { readonly path: unknown; readonly query: unknown; readonly headers: unknown; body: unknown };
}

/** A header's value, whatever the case of its name; values of a repeated one are joined by a comma. */
export function headerOf(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): string | undefined {
  return headersOf(event)[name];
}

/** All headers, names in lower case. API Gateway leaves either of the two maps out now and then. */
export function headersOf(event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>): Record<string, string> {
  const all: Record<string, string> = Object.create(null) as Record<string, string>;
  // aws-lambda's types promise both maps, the gateway's test console sends null.
  for (const [name, value] of Object.entries((event.headers as typeof event.headers | null) ?? {})) {
    if (value !== undefined) all[name.toLowerCase()] = value;
  }
  for (const [name, values] of Object.entries(
    (event.multiValueHeaders as typeof event.multiValueHeaders | null) ?? {},
  )) {
    if (values !== undefined) all[name.toLowerCase()] = values.join(', ');
  }
  return all;
}
