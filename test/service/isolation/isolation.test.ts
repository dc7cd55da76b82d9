/**
 * Every route × (own, foreign, unknown, deleted, malformed id) × (no key, wrong, expired, revoked, other account, each
 * role, share link): the documented status, and no byte of another account.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../core/accounts/api-key.ts';
import { generateApiKey } from '../../../core/accounts/api-key-format.ts';
import { includesRole, ROLES } from '../../../core/accounts/caller.ts';
import type { Role } from '../../../core/accounts/caller.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { bodies, ids, JSON_TYPE, PLANTED, queries, values } from './fixtures.ts';
import type { IdFixture } from './fixtures.ts';

const UNKNOWN = '99999999-0000-4000-8000-000000000009';
const MALFORMED = 'no-id';
type GuardedRow = Extract<RouteRow, { auth: 'api_key' }>;
const rows = Object.values<RouteRow>(routes).filter((row): row is GuardedRow => row.auth !== 'none');
/** The first id of a path: what lies below it is found through it. */
const idOf = ({ path }: RouteRow): { readonly name: string; readonly fixture: IdFixture } | undefined => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const name = names.find((one) => Object.hasOwn(ids, one));
  const fixture = name === undefined ? undefined : ids[name];
  return name === undefined || fixture === undefined ? undefined : { name, fixture };
};

let cases = 0;
afterAll(() => {
  process.stdout.write(`Isolation: ${cases} cases of ${rows.length} routes\n`);
});

const ask = (api: TestApi, row: RouteRow, id: string, authorization: string | undefined): Promise<Answer> => {
  cases += 1;
  const name = idOf(row)?.name;
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, one: string) => (one === name ? id : (values[one] ?? one)));
  return api.call({
    method: row.method,
    url: `${path}${queries[row.operationId] ?? ''}`,
    key: null,
    ...bodies[row.operationId],
    headers: {
      ...bodies[row.operationId]?.headers,
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
  });
};
const codeOf = (answer: Answer): unknown => (answer.status < 400 ? undefined : answer.json<Problem>().code);
/** What distinguishes two refusals, beside their ids. */
const comparable = (answer: Answer, id: string): string =>
  answer
    .text()
    .replaceAll(id, '<id>')
    .replace(/"request_id":"[^"]*"/, '');

const invalidCredentials = async (api: TestApi): Promise<Readonly<Record<string, string | undefined>>> => {
  const { service, accountId } = api;
  const short = await createApiKey(service, accountId, {
    name: 'short',
    expiresAt: new Date(service.clock.now().getTime() + 1),
  });
  const revoked = await createApiKey(service, accountId, { name: 'revoked', expiresAt: new Date('2100-01-01') });
  await revokeApiKey(service, accountId, revoked.record.key_id);
  await service.clock.sleep(1);
  return {
    'no key': undefined,
    'a wrong key': `ApiKey ${generateApiKey('test')}`,
    'an expired key': `ApiKey ${short.key}`,
    'a revoked key': `ApiKey ${revoked.key}`,
    'a wrong share link': 'ShareToken abc',
  };
};

interface Ids {
  readonly own: string;
  readonly foreign: string;
  readonly unknown: string;
  readonly deleted: string | undefined;
  readonly malformed: string;
}
const makeIds = async (api: TestApi, fixture: IdFixture): Promise<Ids> => {
  const deleted = fixture.remove === undefined ? undefined : await fixture.make(api, api.key);
  if (deleted !== undefined) expect((await fixture.remove?.(api, deleted, api.key))?.status).toBe(204);
  return {
    own: await fixture.make(api, api.key),
    foreign: await fixture.make(api, api.otherKey),
    unknown: UNKNOWN,
    deleted,
    malformed: MALFORMED,
  };
};
const others = ({ foreign, unknown, deleted }: Omit<Ids, 'own' | 'malformed'>): string[] =>
  [foreign, unknown, deleted].filter((id) => id !== undefined);

/** Makes a result and a share link of it. */
const shareResult = async (api: TestApi): Promise<{ readonly shared: string; readonly token: string }> => {
  const shared = await processSample(api, { pages: 2 });
  const body = JSON.stringify({ processing_id: shared, expires_at: '2026-11-22T08:00:00Z' });
  const made = await api.call({ method: 'POST', url: '/share-tokens', headers: JSON_TYPE, body });
  return { shared, token: `ShareToken ${made.json<{ token: string }>().token}` };
};

/** An API with the ids of one kind, for requests that are refused and so change nothing. */
interface RefusingApi {
  readonly api: TestApi;
  /** Undefined for a route without an id. */
  readonly made: Ids | undefined;
  /** Every kind of id; one empty id for a route without any. */
  readonly all: readonly string[];
  readonly token: string;
  /** What was stored before the first refused request. */
  readonly before: readonly string[];
}
/** Rows without those that authentication and metering write, in order. */
const storedIn = ({ service }: TestApi): readonly string[] =>
  service.table
    .everything()
    .filter(({ pk, sk }) => !/#(ACTIVITY|USAGE)|^API_KEY/.test(pk) && !sk.startsWith('API_KEY#'))
    .map((row) => JSON.stringify(row))
    .sort();
const openRefusing = async (fixture: IdFixture | undefined): Promise<RefusingApi> => {
  const api = await startTestApi();
  const { token } = await shareResult(api);
  if (fixture === undefined) return { api, made: undefined, all: [''], token, before: storedIn(api) };
  const made = await makeIds(api, fixture);
  return { api, made, all: [made.own, made.malformed, ...others(made)], token, before: storedIn(api) };
};
/** One for each kind of id. */
const refusing = new Map<IdFixture | undefined, Promise<RefusingApi>>();
const refusingApi = (row: RouteRow): Promise<RefusingApi> => {
  const fixture = idOf(row)?.fixture;
  const opened = refusing.get(fixture) ?? openRefusing(fixture);
  refusing.set(fixture, opened);
  return opened;
};

describe('The fixtures of the isolation test', () => {
  it('name every parameter of every path', () => {
    const names = rows.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    expect(names.filter((name) => !Object.hasOwn(ids, name) && !Object.hasOwn(values, name))).toEqual([]);
  });
});

describe.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_, row) => {
  const id = idOf(row);

  it('answers 401 to invalid credentials, whatever the id', async () => {
    const { api, all } = await refusingApi(row);
    for (const [name, authorization] of Object.entries(await invalidCredentials(api)))
      for (const one of all) expect((await ask(api, row, one, authorization)).status, `${name}, ${one}`).toBe(401);
  });

  it('answers 403 to a role that is not sufficient, whatever the id', async () => {
    const { api, all } = await refusingApi(row);
    for (const role of ROLES.filter((one) => !includesRole(one, row.role))) {
      const key = await addKey(api.service, api.accountId, role);
      for (const one of all)
        expect(codeOf(await ask(api, row, one, `ApiKey ${key}`)), `${role}, ${one}`).toBe('role_not_sufficient');
    }
  });

  it('lets a share link only to the shared routes of its own result', async () => {
    const { api, all, token } = await refusingApi(row);
    for (const one of all) expect((await ask(api, row, one, token)).status, one).toBe(403);
    if (row.shared !== true) return;
    const own = await startTestApi();
    const link = await shareResult(own);
    expect([401, 403]).not.toContain((await ask(own, row, link.shared, link.token)).status);
  });

  if (id === undefined) return;

  it('answers foreign, unknown and deleted ids alike, and a malformed one with 404 or 422', async () => {
    const { api, made } = await refusingApi(row);
    if (made === undefined) throw new Error('The route has an id.');
    for (const role of ROLES.filter((one) => includesRole(one, row.role))) {
      const authorization = `ApiKey ${await addKey(api.service, api.accountId, role)}`;
      const refused = new Set<string>();
      for (const one of others(made)) {
        const answer = await ask(api, row, one, authorization);
        expect([answer.status, answer.text()], `${role}, ${one}`).toEqual([id.fixture.refused, expect.any(String)]);
        refused.add(comparable(answer, one));
      }
      expect(refused.size, [...refused].join('\n')).toBe(1);
      expect([404, 422]).toContain((await ask(api, row, made.malformed, authorization)).status);
    }
  });

  it('shows nothing of an account to another one, and changes nothing of it', async () => {
    const api = await startTestApi();
    const all = await makeIds(api, id.fixture);
    const answer = await ask(api, row, all.own, `ApiKey ${api.otherKey}`);
    expect(answer.status).toBe(id.fixture.refused);
    expect(answer.text()).not.toContain(PLANTED);
    expect([...Object.values(answer.headers)].join()).not.toContain(PLANTED);
    expect((await id.fixture.remove?.(api, all.own, api.key))?.status ?? 204).toBe(204);
  });

  it('finds an own id, with every role that is sufficient', async () => {
    const allowed: readonly Role[] = ROLES.filter((one) => includesRole(one, row.role));
    for (const role of allowed) {
      const api = await startTestApi();
      const own = await id.fixture.make(api, api.key);
      const answer = await ask(api, row, own, `ApiKey ${await addKey(api.service, api.accountId, role)}`);
      const codes = ['unauthenticated', 'role_not_sufficient', 'processing_not_accessible', 'workflow_not_found'];
      expect(codes, `${role}: ${answer.text()}`).not.toContain(codeOf(answer));
    }
  });
});

describe('All refused requests together', () => {
  it('have changed nothing', async () => {
    expect(refusing.size).toBeGreaterThan(5);
    for (const opened of refusing.values()) {
      const { api, before } = await opened;
      expect(storedIn(api)).toEqual(before);
    }
  });
});
