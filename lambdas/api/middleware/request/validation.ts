/** Checks every part of the request against the schemas of its row; one 422 lists all issues. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ValidationError } from '../../../../core/errors.ts';
import type { AuthenticatedEvent, ParsedEvent, ReadBody } from './api-event.ts';
import { headersOf } from './api-event.ts';
import type { Checked } from './check-part.ts';
import { checkPart, unknownNames } from './check-part.ts';
import { readBody } from './read-body.ts';
import type { RouteRow } from '../../routes/route-row.ts';

/**
 * Returns the parts of a request, each as its schema accepts it.
 * @param maxFileBytes  bytes of an uploaded file at most
 * @throws ValidationError, UnsupportedMediaTypeError, DocumentTooLargeError
 */
export async function readParts(event: AuthenticatedEvent, maxFileBytes: number): Promise<ParsedEvent['parts']> {
  const { row } = event.route;
  const query = queryOf(event);
  const checked = {
    path: checkPart('path', row.request.path, event.segments),
    query: checkPart('query', row.request.query, query),
    headers: checkPart('header', row.request.headers, headersOf(event)),
  };
  const issues = [...Object.values(checked).flatMap(issuesOf), ...unknownNames('query', row.request.query, query)];
  // A request that is refused anyway does not read its body, which may have 100 MB.
  if (issues.length > 0) throw new ValidationError(issues);
  const body = await checkBody(event, row, maxFileBytes);
  return {
    path: valueOf(checked.path),
    query: valueOf(checked.query),
    headers: valueOf(checked.headers),
    body,
  };
}

/** Starts parsing the body, before its validation; undefined where the route has none. */
export function startReading(event: AuthenticatedEvent, maxFileBytes: number): Promise<ReadBody> | undefined {
  const { body, form, bodyIsOptional } = event.route.row.request;
  if (body === undefined) return undefined;
  if (bodyIsOptional === true && hasNoBody(event)) return Promise.resolve({ mediaType: 'application/json', value: {} });
  return readBody(event, Object.keys(body), maxFileBytes, form);
}

// Contrary to the types, the gateway sends null where there is no body.
const hasNoBody = ({ body }: APIGatewayProxyEvent): boolean => (body ?? '') === '';

async function checkBody(event: AuthenticatedEvent, row: RouteRow, maxFileBytes: number): Promise<unknown> {
  const read = await (event.content ?? startReading(event, maxFileBytes));
  return read === undefined ? undefined : valueOf(checkPart('body', row.request.body?.[read.mediaType], read.value));
}

/** A parameter that occurs once is text, a repeated one a list. */
export function queryOf(event: APIGatewayProxyEvent): Record<string, string | string[]> {
  // API Gateway sends null where there is no query; its test console omits this map.
  const many = Object.entries(event.multiValueQueryStringParameters ?? {}).map(
    ([name, values]) => [name, values?.length === 1 ? (values[0] ?? '') : (values ?? [])] as const,
  );
  const single = Object.entries(event.queryStringParameters ?? {}).map(([name, value]) => [name, value ?? ''] as const);
  return Object.fromEntries<string | string[]>([...single, ...many]);
}

const issuesOf = (checked: Checked) => ('issues' in checked ? checked.issues : []);

/** @throws ValidationError */
function valueOf(checked: Checked): unknown {
  if ('issues' in checked) throw new ValidationError(checked.issues);
  return checked.value;
}
