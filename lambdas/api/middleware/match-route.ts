/** Finds the route of a request's method and path. */
import { MalformedPathError, MethodNotAllowedError, NotFoundError } from '../../../core/errors.ts';
import type { Route } from './request/api-event.ts';

export interface MatchedRoute {
  readonly route: Route;
  readonly segments: Readonly<Record<string, string>>;
}

/**
 * @throws NotFoundError where no route has the path, MethodNotAllowedError where none of them has the method,
 *   MalformedPathError where a segment cannot be decoded
 */
export type MatchRoute = (method: string, path: string) => MatchedRoute;

/** A matcher for these routes. */
export function routeMatcher(routes: readonly Route[]): MatchRoute {
  const patterns = routes.map((route) => ({ route, template: route.row.path.split('/').slice(1) }));
  return (method, path) => {
    const actual = path.replace(/\/$/, '').split('/').slice(1);
    const fitting = patterns.flatMap(({ route, template }) => {
      const segments = matchSegments(template, actual);
      return segments === undefined ? [] : [{ route, segments }];
    });
    if (fitting.length === 0)
      throw new NotFoundError('There is nothing at this path. GET /openapi.json lists the paths.');
    // As API Gateway: a literal segment comes before a named one.
    const closest = fitting.map(({ route }) => namedSegments(route)).sort()[0];
    const atPath = fitting.filter(({ route }) => namedSegments(route) === closest);
    const found = atPath.find(({ route }) => answersMethod(route, method));
    if (found === undefined) throw new MethodNotAllowedError(atPath.flatMap(({ route }) => methodsOf(route)));
    return { route: found.route, segments: decoded(found.segments) };
  };
}

/** One character for each segment of the path: 0 literal, 1 named. */
const namedSegments = ({ row }: Route): string =>
  row.path.replace(/\/\{[^/]+|\/[^/]+/g, (segment) => (segment.startsWith('/{') ? '1' : '0'));

const methodsOf = (route: Route): string[] => (route.row.method === 'GET' ? ['GET', 'HEAD'] : [route.row.method]);
const answersMethod = (route: Route, method: string): boolean => methodsOf(route).includes(method);

function matchSegments(template: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (template.length !== given.length) return undefined;
  const segments: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const actual = given[index] ?? '';
    const name = /^\{(.+)\}$/.exec(expected)?.[1];
    if (name === undefined ? actual !== expected : actual === '') return undefined;
    if (name !== undefined) segments[name] = actual;
  }
  return segments;
}

/** @throws MalformedPathError */
function decoded(segments: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(segments).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch (cause) {
    throw new MalformedPathError({ cause });
  }
}
