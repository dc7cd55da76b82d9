/** The event in the middleware chain: each middleware adds its members. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Caller } from '../../../../core/accounts/caller.ts';
import type { RateState } from '../../../../core/accounts/limits/rates.ts';
import type { KeyClaim } from '../../../../core/requests/idempotency.ts';
import type { Answer } from '../../answer.ts';
import type { RemainingTime } from '../../../invocation.ts';
import type { RequestMediaType, RouteRow } from '../../routes/route-row.ts';

/** A row of the routes table with its handler. */
export interface Route {
  readonly row: RouteRow;
  respond(event: ParsedEvent, invocation: RemainingTime): Promise<Answer>;
}

export interface IdentifiedEvent extends APIGatewayProxyEvent {
  requestId: string;
}

export interface RoutedEvent extends IdentifiedEvent {
  route: Route;
  /** Path segments by name, percent-decoded. */
  segments: Readonly<Record<string, string>>;
}

/** A parsed body. */
export interface ReadBody {
  readonly mediaType: RequestMediaType;
  readonly value: unknown;
}

export interface AuthenticatedEvent extends RoutedEvent {
  /** Absent only on routes that need no credentials. */
  caller: Caller | undefined;
  /** The windows in which the request counts, where its account's plan limits rates. */
  rates?: readonly RateState[] | undefined;
  /** Resolves when the workflow to which the call is counted has been looked up. Absent: the path names none. */
  workflowLookedUp?: Promise<void> | undefined;
  /** The parsed body, where it was read before the validation. */
  content?: Promise<ReadBody> | undefined;
  /** The claim on the request's `Idempotency-Key`, if it has one. */
  claim?: KeyClaim | undefined;
}

/** A request whose parts the schemas of its row accept. */
export interface ParsedEvent extends AuthenticatedEvent {
  parts: { readonly path: unknown; readonly query: unknown; readonly headers: unknown; body: unknown };
}

/** The value of a header; values of a repeated header are joined by a comma. @param name  in lower case */
export function headerOf(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): string | undefined {
  return headersOf(event)[name];
}

/** All headers, names in lower case. API Gateway sometimes omits one of the two maps. */
export function headersOf(event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>): Record<string, string> {
  const all: Record<string, string> = Object.create(null) as Record<string, string>;
  // Contrary to the types of aws-lambda, the test console of API Gateway sends null for both maps.
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
