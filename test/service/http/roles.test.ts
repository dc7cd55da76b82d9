import { describe, expect, it } from 'vitest';
import { ROLES, includesRole } from '../../../core/accounts/caller.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/openapi-document.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { startTestApi } from '../harness/test-api.ts';

const rows = Object.values<RouteRow>(routes).filter((row) => row.auth === 'api_key');
const cases = rows.flatMap((row) => ROLES.map((role) => ({ row, role, allowed: includesRole(role, row.role) })));

describe('A role', () => {
  it.each(ROLES)('%s may do what the roles before it may', (role) => {
    const index = ROLES.indexOf(role);
    expect(ROLES.map((least) => includesRole(role, least))).toEqual(ROLES.map((_, least) => least <= index));
  });

  it.each(cases)('$role: $row.method $row.path is allowed: $allowed', async ({ row, role, allowed }) => {
    const api = await startTestApi();
    const key = await addKey(api.service, api.accountId, role);
    const url = row.path.replaceAll(/\{\w*(id|key)\}/g, GENERIC_WORKFLOW_ID).replaceAll(/\{\w+\}/g, '1');
    const answer = await api.call({ method: row.method, url, key });
    const code = answer.status >= 400 ? answer.json<Problem>().code : undefined;
    expect([code === 'role_not_sufficient', answer.status === 403 && code === 'role_not_sufficient']).toEqual([
      !allowed,
      !allowed,
    ]);
  });

  it('is in the description of every operation that needs credentials', () => {
    const { paths = {} } = openApiDocument();
    for (const { method, path, role } of rows) {
      const operation = (paths[path] as Record<string, Record<string, unknown>> | undefined)?.[method.toLowerCase()];
      expect(operation?.['x-role']).toBe(role);
      expect(operation?.['description']).toContain(`Needs the role ${role}.`);
    }
  });
});
