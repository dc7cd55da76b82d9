import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MethodNotAllowedError, NotFoundError } from '../../../../core/errors.ts';
import { noContent } from '../../../../lambdas/api/answer.ts';
import { routeMatcher } from '../../../../lambdas/api/middleware/match-route.ts';
import type { RouteRow } from '../../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../../lambdas/api/routes/routes.ts';

const rowOf = (method: RouteRow['method'], path: string): RouteRow => ({
  method,
  path,
  operationId: `${method} ${path}`,
  tag: 'Service',
  summary: '',
  auth: 'none',
  request: { path: z.object({}) },
  responses: {},
});
const match = routeMatcher(
  [
    rowOf('GET', '/things/{id}'),
    rowOf('DELETE', '/things/{id}'),
    rowOf('PUT', '/things/{id}/name'),
    rowOf('PATCH', '/things/{id}/name'),
    rowOf('GET', '/things/compare'),
    rowOf('GET', '/{kind}/list/{id}'),
    rowOf('GET', '/things/{id}/{part}'),
  ].map((row) => ({ row, respond: () => Promise.resolve(noContent()) })),
);
const found = (method: string, path: string): string => match(method, path).route.row.operationId;
const allowed = (method: string, path: string): readonly string[] => {
  try {
    return [found(method, path)];
  } catch (error) {
    if (error instanceof MethodNotAllowedError) return error.allowed;
    throw error;
  }
};

describe('The route of a request', () => {
  it('is that of its method: PUT, PATCH and DELETE too, and HEAD is a GET', () => {
    expect(found('DELETE', '/things/1')).toBe('DELETE /things/{id}');
    expect(found('PUT', '/things/1/name')).toBe('PUT /things/{id}/name');
    expect(found('PATCH', '/things/1/name')).toBe('PATCH /things/{id}/name');
    expect(found('HEAD', '/things/1')).toBe('GET /things/{id}');
  });

  it('is that of the literal segment where a named one fits too, as in API Gateway', () => {
    expect(found('GET', '/things/compare')).toBe('GET /things/compare');
    expect(found('GET', '/things/list/1')).toBe('GET /things/{id}/{part}');
    expect(found('GET', '/others/list/1')).toBe('GET /{kind}/list/{id}');
    expect(allowed('DELETE', '/things/compare')).toEqual(['GET', 'HEAD']);
  });

  it('names the methods of the path where it lacks the requested one', () => {
    expect(allowed('POST', '/things/1')).toEqual(['GET', 'HEAD', 'DELETE']);
    expect(() => found('GET', '/nothing')).toThrow(NotFoundError);
  });
});

describe('The paths of the table', () => {
  it('give the segment after the same beginning one name: API Gateway refuses two', () => {
    const names = Map.groupBy(
      Object.values<RouteRow>(routes).flatMap(({ path }) =>
        [...path.matchAll(/\{(\w+)\}/g)].map((part) => ({ before: path.slice(0, part.index), name: part[1] ?? '' })),
      ),
      ({ before }) => before,
    );
    for (const [before, parts] of names) expect([...new Set(parts.map(({ name }) => name))], before).toHaveLength(1);
  });
});
