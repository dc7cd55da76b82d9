/** Routes about the service itself; they call no core function. */
import { healthSchema, noQuerySchema, openapiSchema } from '../api-schemas.ts';
import { found, ifNoneMatch, pathProblems } from '../responses.ts';
import { row } from '../route-row.ts';

export const getOpenApi = row({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Service',
  auth: 'none',
  summary: 'This description',
  description: 'OpenAPI 3.1, generated from the schemas that validate the requests.',
  request: { query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('OpenAPI 3.1', 'application/json', openapiSchema),
    ...pathProblems,
  },
});

export const getHealth = row({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  tag: 'Service',
  auth: 'none',
  summary: 'Whether the service answers',
  description: 'Needs no credentials.',
  request: { query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('It does', 'application/json', healthSchema),
    ...pathProblems,
  },
});
