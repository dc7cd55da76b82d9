/** Routes about the service itself; they call no core function. */
import { healthSchema, noQuerySchema, openapiSchema } from './api-schemas.ts';
import { answer, found, ifNoneMatch, serviceProblems } from './responses.ts';
import { row } from './route-row.ts';

export const getOpenApi = row({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Service',
  auth: 'none',
  summary: 'This description',
  request: { query: noQuerySchema, headers: ifNoneMatch },
  responses: {
    ...found('OpenAPI 3.1', 'application/json', openapiSchema),
    406: serviceProblems[406],
    422: serviceProblems[422],
    500: serviceProblems[500],
  },
});

export const getHealth = row({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  tag: 'Service',
  auth: 'none',
  summary: 'Whether the service answers',
  request: { query: noQuerySchema },
  responses: {
    200: answer('It does', 'application/json', healthSchema),
    406: serviceProblems[406],
    422: serviceProblems[422],
    500: serviceProblems[500],
  },
});
