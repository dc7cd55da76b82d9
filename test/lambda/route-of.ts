import { routes } from '../../lambdas/api/routes/routes.ts';
import type { RouteRow } from '../../lambdas/api/routes/route-row.ts';

export interface FoundRoute {
  readonly operationId: string;
  readonly auth: RouteRow['auth'];
  /** The path template in API Gateway, with `{names}`. */
  readonly template: string;
  readonly parameters: Record<string, string> | null;
}

/** The route that API Gateway would select. @throws Error where none matches: the test is wrong */
export const routeOf = (method: string, path: string): FoundRoute => {
  const rows: readonly RouteRow[] = Object.values(routes);
  for (const row of rows) {
    const match = new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (match !== null && (row.method === method || (method === 'HEAD' && row.method === 'GET'))) {
      return {
        operationId: row.operationId,
        auth: row.auth,
        template: row.path,
        parameters: match.groups === undefined ? null : { ...match.groups },
      };
    }
  }
  throw new Error(`No route answers ${method} ${path}.`);
};
