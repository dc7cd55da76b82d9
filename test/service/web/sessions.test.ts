import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../core/accounts/api-key.ts';
import { findFirstAccount } from '../../../core/accounts/first-account.ts';
import { createSignInCode } from '../../../core/accounts/sessions.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

let http: HttpService;
let accountId = '';

beforeAll(async () => {
  http = await startHttpService();
  accountId = (await findFirstAccount(http.service))?.account_id ?? '';
});
afterAll(async () => {
  await http.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };
/** What the pages of the service itself send with a change. */
const ownPage = () => ({ 'x-tearline': '1', origin: http.url, 'sec-fetch-site': 'same-origin' });

const request = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${http.url}${path}`, init);
const signIn = (body: unknown, headers: Record<string, string> = ownPage()): Promise<Response> =>
  request('/session', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
const newCode = (): Promise<string> => createSignInCode(http.service, accountId, 'mara');

const cookieOf = (answer: Response): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const newSession = async (): Promise<string> => cookieOf(await signIn({ code: await newCode() }));
const callerOf = async (cookie: string): Promise<unknown> => {
  const answer = await request('/account', { headers: { cookie } });
  return answer.status === 200 ? ((await answer.json()) as { caller: unknown }).caller : answer.status;
};
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code;

describe('A sign-in link', () => {
  it("begins a session with the owner's rights, in the name of the machine's user", async () => {
    const answer = await signIn({ code: await newCode() });
    expect(answer.status).toBe(204);
    expect(await callerOf(cookieOf(answer))).toMatchObject({ kind: 'person', name: 'mara', role: 'owner' });
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const cookie = (await signIn({ code: await newCode() })).headers.get('set-cookie');
    expect(cookie).toMatch(/^tearline-session-\d+=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).toContain(`tearline-session-${new URL(http.url).port}=`);
  });

  it('sets a cookie that browsers keep for as long as they keep any: the use of a session puts off its end', async () => {
    const cookie = (await signIn({ code: await newCode() })).headers.get('set-cookie');
    expect(cookie).toContain(`; Max-Age=${400 * 86_400}; `);
  });

  it('sets a cookie that browsers never send without TLS where a proxy that ends TLS passed the request on', async () => {
    const cookie = (await signIn({ code: await newCode() }, { ...ownPage(), 'x-forwarded-proto': 'https' })).headers;
    expect(cookie.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
  });

  it('works once, also for two browsers at the same time', async () => {
    const code = await newCode();
    const statuses = await Promise.all([signIn({ code }), signIn({ code })]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 401]);
    const again = await signIn({ code });
    expect(again.status).toBe(401);
    expect(again.headers.get('set-cookie')).toBeNull();
    expect(await again.text()).toContain('Ask for a new one: npx tearline sign-in-link.');
  });

  it.each([{}, { code: 5 }, { code: '' }, { code: 'x', api_key: 'y' }, { password: 'x' }, []])(
    'is refused where the body is %j',
    async (body) => {
      expect((await signIn(body)).status).toBe(JSON.stringify(body) === '{"code":""}' ? 401 : 422);
    },
  );
});

describe('A key in place of a link', () => {
  const newKey = (role: 'reviewer' | 'owner') =>
    createApiKey(http.service, accountId, { name: 'Front desk', role, expiresAt: new Date(Date.now() + 3_600_000) });

  it('begins a session with the rights of the key', async () => {
    const { key } = await newKey('reviewer');
    const cookie = cookieOf(await signIn({ api_key: key }));
    expect(await callerOf(cookie)).toMatchObject({ kind: 'api_key', name: 'Front desk', role: 'reviewer' });
    const made = await request('/workflows', {
      method: 'POST',
      headers: { cookie, ...ownPage(), ...JSON_TYPE },
      body: '{"workflow_name":"Mail"}',
    });
    expect(made.status).toBe(403);
  });

  it('ends the session when the key is revoked', async () => {
    const { key, record } = await newKey('owner');
    const cookie = cookieOf(await signIn({ api_key: key }));
    await revokeApiKey(http.service, accountId, record.key_id);
    expect(await callerOf(cookie)).toBe(401);
  });

  it('is refused where it is unknown', async () => {
    expect((await signIn({ api_key: 'tl_local_x' })).status).toBe(401);
  });
});

describe('A session', () => {
  it('ends when its person signs out, in every tab', async () => {
    const cookie = await newSession();
    const answer = await request('/session', { method: 'DELETE', headers: { cookie, ...ownPage() } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await callerOf(cookie)).toBe(401);
  });

  it.each(['', 'x', 'a.b', `${'0'.repeat(36)}.${'a'.repeat(32)}`])('is not that of the token "%s"', async (token) => {
    const name = `tearline-session-${new URL(http.url).port}`;
    expect(await callerOf(`${name}=${token}`)).toBe(401);
  });

  it("does not count where a request has credentials of its own: a wrong key is not helped by a person's cookie", async () => {
    const cookie = await newSession();
    expect((await request('/account', { headers: { cookie, authorization: 'ApiKey x' } })).status).toBe(401);
  });

  it('is stored without its token', async () => {
    const cookie = await newSession();
    const secret = cookie.split('.')[1] ?? '';
    const { items } = await http.service.table.query({ pk: `ACCOUNT#${accountId}`, skBeginsWith: 'SESSION#' });
    expect(items.length).toBeGreaterThan(0);
    expect(secret).toHaveLength(32);
    expect(JSON.stringify(items)).not.toContain(secret);
  });
});

describe('A change by a cookie', () => {
  const create = (cookie: string, headers: Record<string, string>): Promise<Response> =>
    request('/workflows', {
      method: 'POST',
      headers: { cookie, ...JSON_TYPE, ...headers },
      body: '{"workflow_name":"Mail"}',
    });

  it('is made for a page of the service itself', async () => {
    expect((await create(await newSession(), ownPage())).status).toBe(201);
  });

  it.each([
    ['without the header that only own pages can send', () => ({ origin: http.url })],
    ['of another origin', () => ({ 'x-tearline': '1', origin: 'https://evil.example' })],
    ['of another port of the machine', () => ({ 'x-tearline': '1', origin: 'http://127.0.0.1:1' })],
    ['of an origin that is hidden', () => ({ 'x-tearline': '1', origin: 'null' })],
  ])('is refused %s', async (_, headers) => {
    const answer = await create(await newSession(), headers());
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'cross_site_request']);
  });

  it.each(['same-site', 'cross-site'])('has no session where the browser calls it %s', async (site) => {
    expect((await create(await newSession(), { ...ownPage(), 'sec-fetch-site': site })).status).toBe(401);
  });

  it('cannot sign in or out from a page of another origin', async () => {
    const cookie = await newSession();
    const code = await newCode();
    expect((await signIn({ code }, { origin: 'https://evil.example', 'x-tearline': '1' })).status).toBe(403);
    expect((await signIn({ code }, {})).status).toBe(403);
    expect((await request('/session', { method: 'DELETE', headers: { cookie } })).status).toBe(403);
    expect(await callerOf(cookie)).toMatchObject({ name: 'mara' });
  });
});

describe('The address of sessions', () => {
  it('has no other method', async () => {
    const answer = await request('/session');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  });

  it('reports no defect', () => {
    expect(http.failures).toEqual([]);
  });
});
