/** The account, its keys and its people, through the API. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { repeatAfterCrash } from '../harness/lost-answer.ts';
import { processSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const DAY_MS = 24 * 3_600_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const send = (api: TestApi, method: string, url: string, body?: unknown, headers = {}, key?: string) =>
  api.call({
    method,
    url,
    headers: body === undefined ? headers : { ...JSON_TYPE, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(key === undefined ? {} : { key }),
  });
const inDays = (api: TestApi, days: number): string =>
  new Date(api.service.clock.now().getTime() + days * DAY_MS).toISOString();
interface CreatedKey {
  readonly key_id: string;
  readonly api_key: string;
}
const makeKey = (api: TestApi, changes: object = {}, headers = {}) =>
  send(
    api,
    'POST',
    '/account/api-keys',
    { name: 'scanner', role: 'member', expires_at: inDays(api, 30), ...changes },
    headers,
  );
interface Page {
  readonly items: Record<string, unknown>[];
  readonly next: string | null;
}

describe('GET /account', () => {
  it('tells the plan, the use of the month, the settings, and who asks', async () => {
    const api = await startTestApi({}, {});
    expect((await api.call({ url: '/account' })).json()).toMatchObject({
      account_id: api.accountId,
      plan: { name: 'unlimited', pages_per_month: null },
      month: { pages: 0, pages_left: null, credits: 0 },
      retain_days: null,
      caller: { kind: 'api_key', role: 'owner', name: 'test' },
    });
  });
});

describe('PATCH /account', () => {
  it('changes what is named, removes what is null, and leaves the rest', async () => {
    const api = await startTestApi();
    const patch = async (body: object) => (await send(api, 'PATCH', '/account', body)).json();
    expect(await patch({ name: 'Mail room', email: 'a@example.com', retain_days: 30 })).toMatchObject({
      name: 'Mail room',
      email: 'a@example.com',
      retain_days: 30,
    });
    expect(await patch({ email: null, retain_days: null })).toMatchObject({
      name: 'Mail room',
      email: null,
      retain_days: null,
    });
    expect(await patch({})).toMatchObject({ name: 'Mail room' });
  });

  it('gives a retention to the documents that are sent after it, and to those that name none themselves', async () => {
    const api = await startTestApi();
    const before = await processSample(api, { pages: 1 });
    await send(api, 'PATCH', '/account', { retain_days: 1 });
    const after = await processSample(api, { pages: 1 });
    const longer = await processSample(api, { pages: 1 }, { retain_days: 3 });
    await api.service.clock.sleep(2 * DAY_MS);
    const statuses = [before, after, longer].map(
      async (id) => (await api.call({ url: `/processing/results/${id}` })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 403, 200]);
  });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', 'Mail\u001b[2Jroom'],
    ['name', 'Mail\nroom'],
    ['name', 'Mail \u202emoor'],
    ['email', 'nobody'],
    ['retain_days', -1],
    ['retain_days', 3651],
    ['retain_days', '3'],
    ['plan', 'unlimited'],
  ])('refuses %s %j', async (name, value) => {
    const answer = await send(await startTestApi(), 'PATCH', '/account', { [name]: value });
    expect([answer.status, answer.json<Problem>().errors?.[0]?.loc]).toEqual([422, ['body', name]]);
  });
});

describe('API keys', () => {
  it('are made with a role and an expiry, shown once, listed with their last use, and refused once revoked', async () => {
    const api = await startTestApi();
    const made = (await makeKey(api)).json<CreatedKey>();
    const use = () => api.call({ url: '/account', key: made.api_key });
    expect((await use()).json()).toMatchObject({ caller: { id: made.key_id, role: 'member', name: 'scanner' } });
    const { items } = (await api.call({ url: '/account/api-keys' })).json<Page>();
    expect(items.find(({ key_id: id }) => id === made.key_id)).toMatchObject({
      name: 'scanner',
      role: 'member',
      last_used_at: api.service.clock.now().toISOString(),
      revoked_at: null,
    });
    expect(JSON.stringify(items)).not.toContain(made.api_key);
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect((await send(api, 'DELETE', `/account/api-keys/${made.key_id}`)).status).toBe(204);
    expect((await use()).status).toBe(401);
  });

  it('write their last use at most once in five minutes', async () => {
    const api = await startTestApi();
    const lastUse = async () => (await api.call({ url: '/account/api-keys' })).json<Page>().items[0]?.['last_used_at'];
    const first = await lastUse();
    await api.service.clock.sleep(4 * 60_000);
    expect(await lastUse()).toBe(first);
    await api.service.clock.sleep(2 * 60_000);
    expect(await lastUse()).toBe(api.service.clock.now().toISOString());
  });

  it('are made once for one Idempotency-Key, and the stored answer does not hold the key', async () => {
    const api = await startTestApi();
    const headers = { 'Idempotency-Key': 'make-it-once' };
    const written: string[] = [];
    const write = api.service.table.write.bind(api.service.table);
    api.service.table.write = (operations) => {
      written.push(JSON.stringify(operations));
      return write(operations);
    };
    const first = (await makeKey(api, {}, headers)).json<CreatedKey>();
    const again = await makeKey(api, {}, headers);
    expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first]);
    expect(written.join()).toContain('sealed');
    expect(written.join()).not.toContain(first.api_key);
  });

  it('are made once where the process dies before it answers; the key that nobody received is refused', async () => {
    const api = await startTestApi();
    const body = JSON.stringify({ name: 'scanner', role: 'member', expires_at: inDays(api, 30) });
    const listed = async () =>
      (await api.call({ url: '/account/api-keys' })).json<Page>().items.filter(({ name }) => name === 'scanner');
    let lost: unknown;
    const hashes = () => api.service.table.everything().filter(({ pk }) => pk.startsWith('API_KEY_HASH#')).length;
    const before = hashes();
    const answer = await repeatAfterCrash(
      api,
      { method: 'POST', url: '/account/api-keys', headers: JSON_TYPE, body },
      async () => {
        lost = (await listed())[0]?.['key_id'];
      },
    );
    const made = answer.json<CreatedKey>();
    expect([answer.status, made.key_id]).toEqual([201, lost]);
    expect(await listed()).toHaveLength(1);
    expect(hashes()).toBe(before + 1);
    expect((await api.call({ url: '/account', key: made.api_key })).json()).toMatchObject({
      caller: { id: made.key_id, role: 'member' },
    });
  });

  it('stay revoked where they were revoked before the request was repeated', async () => {
    const api = await startTestApi();
    const body = JSON.stringify({ name: 'scanner', role: 'member', expires_at: inDays(api, 30) });
    const listed = async () =>
      (await api.call({ url: '/account/api-keys' })).json<Page>().items.filter(({ name }) => name === 'scanner');
    const call = { method: 'POST', url: '/account/api-keys', headers: JSON_TYPE, body };
    const answer = await repeatAfterCrash(api, call, async () => {
      await send(api, 'DELETE', `/account/api-keys/${String((await listed())[0]?.['key_id'])}`);
    });
    expect(answer.status).toBe(201);
    const revoked = (await listed()).filter(({ revoked_at: at }) => at !== null).map(({ key_id: id }) => id);
    expect(revoked).toHaveLength(1);
    expect(revoked).not.toContain(answer.json<CreatedKey>().key_id);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'scan\u009b2Jner' }],
    ['role', { role: 'admin' }],
    ['role', { role: undefined }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: '9999-12-31T23:59:59-12:00' }],
    ['expires_at', { expires_at: undefined }],
    ['scope', { scope: 'all' }],
  ])('are refused for an invalid %s', async (name, changes) => {
    const answer = await makeKey(await startTestApi(), changes);
    expect([answer.status, answer.json<Problem>().errors?.[0]?.loc]).toEqual([422, ['body', name]]);
  });

  it('of another account, and unknown ones, are answered alike', async () => {
    const api = await startTestApi();
    const { key_id: id } = (await makeKey(api)).json<CreatedKey>();
    for (const url of [`/account/api-keys/${id}`, '/account/api-keys/00000000-0000-4000-8000-00000000dead'])
      expect((await send(api, 'DELETE', url, undefined, {}, api.otherKey)).status).toBe(404);
    expect((await send(api, 'DELETE', '/account/api-keys/abc')).status).toBe(422);
  });

  it('are listed page by page', async () => {
    const api = await startTestApi();
    for (let count = 0; count < 4; count += 1) await makeKey(api);
    const ids = new Set<unknown>();
    let url = '/account/api-keys?limit=2';
    for (let pages = 0; pages < 3; pages += 1) {
      const { items, next } = (await api.call({ url })).json<Page>();
      for (const { key_id: id } of items) ids.add(id);
      url = `/account/api-keys?limit=2&cursor=${next ?? ''}`;
    }
    expect(ids.size).toBe(5);
    expect((await api.call({ url: '/account/api-keys?cursor=nonsense' })).status).toBe(422);
  });
});

describe('People', () => {
  const add = (api: TestApi, email: string, role: string, key?: string) =>
    send(api, 'POST', '/account/members', { email, role }, {}, key);
  const change = (api: TestApi, id: string, role: string) => send(api, 'PATCH', `/account/members/${id}`, { role });
  const remove = (api: TestApi, id: string) => send(api, 'DELETE', `/account/members/${id}`);
  const idOf = async (answer: ReturnType<typeof add>) => (await answer).json<{ member_id: string }>().member_id;

  it('are added, listed, changed and removed', async () => {
    const api = await startTestApi();
    const id = await idOf(add(api, 'ann@example.com', 'reviewer'));
    expect((await change(api, id, 'member')).json()).toMatchObject({ member_id: id, role: 'member' });
    expect((await api.call({ url: '/account/members' })).json<Page>().items).toMatchObject([
      { email: 'ann@example.com', role: 'member' },
    ]);
    expect((await remove(api, id)).status).toBe(204);
    expect((await remove(api, id)).status).toBe(404);
    expect((await change(api, id, 'member')).status).toBe(404);
    expect((await add(api, 'ann@example.com', 'reviewer')).status).toBe(201);
  });

  it('are added once where the process dies before it answers', async () => {
    const api = await startTestApi();
    const body = JSON.stringify({ email: 'ann@example.com', role: 'owner' });
    const answer = await repeatAfterCrash(api, { method: 'POST', url: '/account/members', headers: JSON_TYPE, body });
    const { items } = (await api.call({ url: '/account/members' })).json<Page>();
    expect([answer.status, items]).toEqual([201, [answer.json()]]);
    expect((await change(api, answer.json<{ member_id: string }>().member_id, 'member')).json()).toMatchObject({
      code: 'last_owner',
    });
  });

  it('have an address of one account: a second one is refused, whoever has the first', async () => {
    const api = await startTestApi();
    await add(api, 'ann@example.com', 'reviewer');
    for (const key of [api.key, api.otherKey]) {
      const answer = await add(api, 'ANN@example.com', 'member', key);
      expect([answer.status, answer.json<Problem>().errors?.[0]?.type]).toEqual([422, 'address_taken']);
    }
  });

  it('keep an owner, also where two requests remove the last two at once', async () => {
    const api = await startTestApi();
    const ids = [await idOf(add(api, 'a@example.com', 'owner')), await idOf(add(api, 'b@example.com', 'owner'))];
    const answers = await Promise.all(
      ids.map((id, index) => (index === 0 ? remove(api, id) : change(api, id, 'member'))),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.json<Problem>().code).toBe('last_owner');
  });

  it('of another account are answered as unknown ones', async () => {
    const api = await startTestApi();
    const id = await idOf(add(api, 'a@example.com', 'member'));
    expect((await send(api, 'DELETE', `/account/members/${id}`, undefined, {}, api.otherKey)).status).toBe(404);
  });
});

describe('An account whose keys have roles', () => {
  it('lets only an owner see and change keys, people and settings', async () => {
    const api = await startTestApi();
    for (const role of ['reviewer', 'member'] as const) {
      const key = await addKey(api.service, api.accountId, role);
      const statuses = await Promise.all(
        [
          ['GET', '/account'],
          ['PATCH', '/account'],
          ['GET', '/account/api-keys'],
          ['GET', '/account/members'],
        ].map(
          async ([method = '', url = '']) =>
            (await send(api, method, url, method === 'PATCH' ? {} : undefined, {}, key)).status,
        ),
      );
      expect(statuses).toEqual([200, 403, 403, 403]);
    }
  });
});
