/** Middleware: checks every part of the request against the schemas of its row; one 422 lists all issues. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ValidationError } from '../../../core/errors.ts';
import type { ParsedEvent } from './api-event.ts';
import { headersOf } from './api-event.ts';
import type { Checked } from './check-part.ts';
import { checkPart, unknownNames } from './check-part.ts';
import { readBody } from './read-body.ts';
import type { RouteRow } from '../routes/route-row.ts';

/**
 * @param maxFileBytes  bytes of an uploaded file at most
 * @throws ValidationError, UnsupportedMediaTypeError, DocumentTooLargeError
 */
export const validation = (maxFileBytes: number): MiddlewareObj<ParsedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
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
    event.parts = {
      path: valueOf(checked.path),
      query: valueOf(checked.query),
      headers: valueOf(checked.headers),
      body,
    };
  },
});

async function checkBody(event: APIGatewayProxyEvent, row: RouteRow, maxFileBytes: number): Promise<unknown> {
  if (row.request.body === undefined) return undefined;
  const { mediaType, value } = await readBody(event, Object.keys(row.request.body), maxFileBytes);
  return valueOf(checkPart('body', row.request.body[mediaType], value));
}

/** A parameter that occurs once is text, a repeated one a list. */
function queryOf(event: APIGatewayProxyEvent): Record<string, string | string[]> {
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
