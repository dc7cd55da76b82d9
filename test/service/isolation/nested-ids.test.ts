/**
 * Every route with an id below a workflow or a webhook: what lies below another one is answered as if it did not exist,
 * whether the other one belongs to the same account or to another.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { includesRole, ROLES } from '../../../core/accounts/caller.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { contentsOf } from './account-contents.ts';
import { bodies, ids, PLANTED, values } from './fixtures.ts';
import { nestedIds } from './nested-fixtures.ts';
import type { NestedFixture } from './nested-fixtures.ts';

type GuardedRow = Extract<RouteRow, { auth: 'api_key' }>;
interface NestedRoute {
  readonly row: GuardedRow;
  readonly name: string;
  readonly fixture: NestedFixture;
}
const nestedRoutes = Object.values<RouteRow>(routes).flatMap((row): NestedRoute[] => {
  const name = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one).find((one) => one in nestedIds);
  const fixture = name === undefined ? undefined : nestedIds[name];
  return name === undefined || fixture === undefined || row.auth === 'none' ? [] : [{ row, name, fixture }];
});

let cases = 0;
afterAll(() => {
  process.stdout.write(`Isolation of nested ids: ${cases} cases of ${nestedRoutes.length} routes\n`);
});

interface Asked {
  readonly outer: string;
  readonly id: string;
}

const ask = (api: TestApi, { row, name, fixture }: NestedRoute, { outer, id }: Asked, key: string): Promise<Answer> => {
  cases += 1;
  const given: Readonly<Record<string, string>> = { ...values, [fixture.below]: outer, [name]: encodeURIComponent(id) };
  return api.call({
    method: row.method,
    url: row.path.replaceAll(/\{(\w+)\}/g, (_, one: string) => given[one] ?? one),
    ...bodies[row.operationId],
    key,
  });
};

const makeOuter = async (api: TestApi, { below }: NestedFixture, key: string): Promise<string> => {
  const outer = ids[below];
  if (outer === undefined) throw new Error(`${below} has no fixture.`);
  return outer.make(api, key);
};

/** Ids that name nothing below the account's own workflow or webhook. */
const misplacedIds = async (api: TestApi, fixture: NestedFixture, own: string): Promise<readonly string[]> => {
  const [foreign, sibling] = [await makeOuter(api, fixture, api.otherKey), await makeOuter(api, fixture, api.key)];
  const made = [await fixture.make(api, api.otherKey, foreign), await fixture.make(api, api.key, sibling)];
  const deleted = fixture.remove === undefined ? undefined : await fixture.make(api, api.key, own);
  if (deleted !== undefined) expect((await fixture.remove?.(api, api.key, own, deleted))?.status).toBe(204);
  return [...made, ...(deleted === undefined ? [] : [deleted]), fixture.unknown];
};

/** What distinguishes two refusals, beside their ids. */
const comparable = (answer: Answer, id: string): string =>
  answer
    .text()
    .replaceAll(id, '<id>')
    .replace(/"request_id":"[^"]*"/, '');
const codeOf = (answer: Answer): unknown => (answer.status < 400 ? undefined : answer.json<Problem>().code);
const otherAccount = async (api: TestApi): Promise<string> =>
  (await api.call({ url: '/account', key: api.otherKey })).json<{ account_id: string }>().account_id;

describe('The fixtures of nested ids', () => {
  it('name every id of a path that follows another id', () => {
    const known = new Set([...Object.keys(nestedIds), 'page_num', 'index', 'interval']);
    const nested = Object.values<RouteRow>(routes).flatMap(({ path }) =>
      [...path.matchAll(/\{(\w+)\}/g)].slice(1).map(([, name = '']) => name),
    );
    expect(nested.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe.each(nestedRoutes.map((route) => [`${route.row.method} ${route.row.path}`, route] as const))(
  '%s',
  (_, route) => {
    const { row, fixture } = route;
    const roles = ROLES.filter((one) => includesRole(one, row.role));

    it('answers 404 alike to what lies elsewhere, in another account or in the own, and changes nothing there', async () => {
      const api = await startTestApi();
      const outer = await makeOuter(api, fixture, api.key);
      const misplaced = await misplacedIds(api, fixture, outer);
      const other = await otherAccount(api);
      const before = await contentsOf(api, other);
      for (const role of roles) {
        const key = await addKey(api.service, api.accountId, role);
        const refused = new Set<string>();
        for (const id of misplaced) {
          const answer = await ask(api, route, { outer, id }, key);
          expect([answer.status, answer.text()], `${role}, ${id}`).toEqual([404, expect.any(String)]);
          expect(answer.text().replaceAll(id, '<id>')).not.toContain(PLANTED);
          refused.add(comparable(answer, id));
        }
        expect(refused.size, [...refused].join('\n')).toBe(1);
      }
      expect(await contentsOf(api, other)).toBe(before);
    });

    it('answers as of an unknown outer id to an own id below a foreign one', async () => {
      const api = await startTestApi();
      const foreign = await makeOuter(api, fixture, api.otherKey);
      const own = await fixture.make(api, api.key, await makeOuter(api, fixture, api.key));
      const foreignId = await fixture.make(api, api.otherKey, foreign);
      const other = await otherAccount(api);
      const before = await contentsOf(api, other);
      for (const role of roles) {
        const key = await addKey(api.service, api.accountId, role);
        const unknown = await ask(api, route, { outer: '99999999-0000-4000-8000-000000000009', id: own }, key);
        for (const id of [own, foreignId, fixture.unknown]) {
          const answer = await ask(api, route, { outer: foreign, id }, key);
          expect([answer.status, codeOf(answer)], `${role}, ${id}`).toEqual([404, codeOf(unknown)]);
          expect(answer.text().replaceAll(id, '<id>')).not.toContain(PLANTED);
        }
      }
      expect(await contentsOf(api, other)).toBe(before);
    });

    it('finds an own id below its own', async () => {
      const api = await startTestApi();
      const outer = await makeOuter(api, fixture, api.key);
      const id = await fixture.make(api, api.key, outer);
      const answer = await ask(api, route, { outer, id }, api.key);
      expect([404, 403, 401], answer.text()).not.toContain(answer.status);
    });
  },
);
