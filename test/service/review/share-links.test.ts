/** Share links: one result, to read and to verify, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { generateShareToken } from '../../../core/review/share-token-format.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { repeatAfterCrash } from '../harness/lost-answer.ts';
import { JSON_TYPE, processSample, startWithSample, VERIFICATION } from '../harness/process-sample.ts';
import type { Sample } from '../harness/process-sample.ts';
import type { Answer, ApiCall } from '../harness/test-api.ts';

interface Created {
  readonly token_id: string;
  readonly url: string;
  readonly token: string;
}

const DAY_MS = 24 * 3_600_000;

const expiry = ({ api }: Sample, days = 1): string =>
  new Date(api.service.clock.now().getTime() + days * DAY_MS).toISOString();

const create = (sample: Sample, more: Readonly<Record<string, unknown>> = {}, call: Partial<ApiCall> = {}) =>
  sample.api.call({
    method: 'POST',
    url: '/share-tokens',
    body: JSON.stringify({ processing_id: sample.id, expires_at: expiry(sample), ...more }),
    ...call,
    headers: { ...JSON_TYPE, ...call.headers },
  });

const createLink = async (sample: Sample, more: Readonly<Record<string, unknown>> = {}): Promise<Created> =>
  (await create(sample, more)).json<Created>();

/** A call with the token of a link instead of a key. */
const as =
  ({ api }: Sample, token: string) =>
  (call: ApiCall): Promise<Answer> =>
    api.call({ ...call, key: null, headers: { ...call.headers, Authorization: `ShareToken ${token}` } });

describe('A share link', () => {
  it('is made with its id, its token, and the path of the verification page', async () => {
    const sample = await startWithSample();
    const answer = await create(sample, { threshold: 0.9 });
    expect(answer.status).toBe(201);
    const { token_id: id, url, token } = answer.json<Created>();
    expect(url).toBe(`/verify/${sample.id}?threshold=0.9#${token}`);
    expect(token).toMatch(/^tls_test_[0-9a-f]{32}[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect((await sample.api.call({ url: `/share-tokens/${id}` })).json()).toMatchObject({
      token_id: id,
      processing_id: sample.id,
      file_name: 'inbox.pdf',
      threshold: 0.9,
      expires_at: expiry(sample),
      created_by: 'test',
    });
  });

  it('is stored as a hash', async () => {
    const sample = await startWithSample();
    const { token } = await createLink(sample);
    expect(JSON.stringify(sample.api.service.table.everything())).not.toContain(token);
  });

  it('reads and verifies its result, in its own name', async () => {
    const sample = await startWithSample();
    const { token, token_id: id } = await createLink(sample);
    const call = as(sample, token);
    for (const part of ['', '/document-splitting', '/page-images/1', '/split-pdfs/0', '/archive', '/ocr', VERIFICATION])
      expect((await call({ url: `${sample.path}${part}` })).status, part).toBe(200);
    const body = JSON.stringify({ sub_documents: [{ pages: [1, 2, 3, 4] }] });
    const verified = await call({ method: 'POST', url: `${sample.path}${VERIFICATION}`, body, headers: JSON_TYPE });
    expect(verified.json()).toMatchObject({ verified: true, verified_by: `Share link ${id.slice(0, 8)}` });
  });

  it('does nothing else: every other route and every other result is refused', async () => {
    const sample = await startWithSample();
    const other = await processSample(sample.api, { pages: 2 });
    const call = as(sample, (await createLink(sample)).token);
    const rows = Object.values<RouteRow>(routes).filter(({ auth }) => auth !== 'none');
    for (const row of rows) {
      for (const id of [sample.id, other]) {
        const url = row.path
          .replace('{processing_id}', id)
          .replace('{page_num}', '1')
          .replaceAll(/\{[^}]+\}/g, sample.api.service.ids.uuid());
        const allowed = row.shared === true && id === sample.id;
        if (allowed) continue;
        const { status } = await call({ method: row.method, url });
        expect([row.operationId, status]).toEqual([row.operationId, 403]);
      }
    }
    expect(rows.filter(({ shared }) => shared === true).every(({ path }) => path.includes('{processing_id}'))).toBe(
      true,
    );
    expect((await sample.get('')).status).toBe(200);
  });

  it('gives no access after it was revoked', async () => {
    const sample = await startWithSample();
    const { token, token_id: id } = await createLink(sample);
    expect((await sample.api.call({ method: 'DELETE', url: `/share-tokens/${id}` })).status).toBe(204);
    expect((await as(sample, token)({ url: sample.path })).status).toBe(401);
    expect((await sample.api.call({ url: `/share-tokens/${id}` })).status).toBe(404);
  });

  it('gives no access from its expiry on', async () => {
    const sample = await startWithSample();
    const { token } = await createLink(sample);
    await sample.api.service.clock.sleep(DAY_MS - 1);
    expect((await as(sample, token)({ url: sample.path })).status).toBe(200);
    await sample.api.service.clock.sleep(1);
    expect((await as(sample, token)({ url: sample.path })).status).toBe(401);
  });

  it('is deleted with its result', async () => {
    const sample = await startWithSample();
    const { token, token_id: id } = await createLink(sample);
    await sample.get('', { method: 'DELETE' });
    expect((await as(sample, token)({ url: sample.path })).status).toBe(401);
    expect(JSON.stringify(sample.api.service.table.everything())).not.toContain(id);
  });

  it.each([
    ['one whose end is missing', (token: string) => token.slice(0, -3)],
    ['one of another id', (token: string) => token.replace(/_[0-9a-f]{8}/, '_00000000')],
    ['an API key', () => 'tl_test_x_y'],
    ['another token for the same id', (token: string) => otherSecret(token)],
  ])('is refused where it is %s', async (_, change) => {
    const sample = await startWithSample();
    const { token } = await createLink(sample);
    const answer = await as(sample, change(token))({ url: sample.path });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'ApiKey']);
  });

  it.each([
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry in ten years', { expires_at: '2036-01-01T00:00:00Z' }, 'expires_at'],
    ['no expiry', { expires_at: undefined }, 'expires_at'],
    ['a threshold of 2', { threshold: 2 }, 'threshold'],
    ['an unknown member', { name: 'x' }, 'name'],
  ])('is not made with %s', async (_, more, member) => {
    const answer = await create(await startWithSample(), more);
    expect(answer.status).toBe(422);
    expect(answer.json<{ errors: { loc: string[] }[] }>().errors[0]?.loc).toEqual(['body', member]);
  });

  it('is not made for a foreign or unknown result, nor by a reviewer', async () => {
    const sample = await startWithSample();
    expect((await create(sample, {}, { key: sample.api.otherKey })).status).toBe(403);
    expect((await create(sample, { processing_id: sample.api.service.ids.uuid() })).status).toBe(403);
    const reviewer = await addKey(sample.api.service, sample.api.accountId, 'reviewer');
    expect((await create(sample, {}, { key: reviewer })).status).toBe(403);
  });

  it('of another account cannot be read or revoked', async () => {
    const sample = await startWithSample();
    const { token, token_id: id } = await createLink(sample);
    for (const method of ['GET', 'DELETE'])
      expect((await sample.api.call({ method, url: `/share-tokens/${id}`, key: sample.api.otherKey })).status).toBe(
        404,
      );
    expect((await as(sample, token)({ url: sample.path })).status).toBe(200);
  });
});

describe('The list of share links', () => {
  interface TokenPage {
    readonly items: readonly { readonly token_id: string }[];
    readonly next: string | null;
  }
  const list = async ({ api }: Sample, query = '', key = api.key) => {
    const answer = await api.call({ url: `/share-tokens${query}`, key });
    expect(answer.status).toBe(200);
    const { items, next } = answer.json<TokenPage>();
    return { text: answer.text(), items, next, ids: items.map(({ token_id: id }) => id) };
  };

  it('has those of the account, the newest first, with result, rights, expiry and who made them', async () => {
    const sample = await startWithSample();
    const { token_id: first } = await createLink(sample, { threshold: 0.8 });
    await sample.api.service.clock.sleep(1000);
    const other = await processSample(sample.api, { pages: 2 });
    const { token_id: second } = await createLink({ ...sample, id: other });
    const { items, ids, next } = await list(sample);
    expect([ids, next]).toEqual([[second, first], null]);
    expect(items[1]).toEqual({
      token_id: first,
      processing_id: sample.id,
      file_name: 'inbox.pdf',
      rights: ['read', 'verify'],
      threshold: 0.8,
      expires_at: new Date(Date.parse(expiry(sample)) - 1000).toISOString(),
      created_at: expect.any(String) as string,
      created_by: 'test',
    });
    expect(items[1]).toEqual((await sample.api.call({ url: `/share-tokens/${first}` })).json());
  });

  it('has neither a token nor its hash', async () => {
    const sample = await startWithSample();
    const { token } = await createLink(sample);
    for (const query of ['', `?processing_id=${sample.id}`]) {
      const { text } = await list(sample, query);
      expect(text).not.toContain(token);
      expect(text).not.toContain('hash');
    }
  });

  it('can be that of one result', async () => {
    const sample = await startWithSample();
    const { token_id: first } = await createLink(sample);
    await sample.api.service.clock.sleep(1000);
    const { token_id: second } = await createLink(sample);
    await createLink({ ...sample, id: await processSample(sample.api, { pages: 2 }) });
    expect((await list(sample, `?processing_id=${sample.id}`)).ids).toEqual([second, first]);
    const page = await list(sample, `?processing_id=${sample.id}&limit=1`);
    expect(page.ids).toEqual([second]);
    expect((await list(sample, `?processing_id=${sample.id}&limit=1&cursor=${page.next ?? ''}`)).ids).toEqual([first]);
  });

  it('leaves out what was revoked, and what was deleted with its result', async () => {
    const sample = await startWithSample();
    const { token_id: revoked } = await createLink(sample);
    const { token_id: left } = await createLink(sample);
    await sample.api.call({ method: 'DELETE', url: `/share-tokens/${revoked}` });
    for (const query of ['', `?processing_id=${sample.id}`]) expect((await list(sample, query)).ids).toEqual([left]);
    await sample.get('', { method: 'DELETE' });
    expect((await list(sample)).ids).toEqual([]);
  });

  it('has each link once, where its first request died before it was answered', async () => {
    const sample = await startWithSample();
    const body = JSON.stringify({ processing_id: sample.id, expires_at: expiry(sample) });
    const call = { method: 'POST', url: '/share-tokens', headers: JSON_TYPE, body };
    const { token, token_id: id } = (await repeatAfterCrash(sample.api, call)).json<Created>();
    for (const query of ['', `?processing_id=${sample.id}`]) expect((await list(sample, query)).ids).toEqual([id]);
    expect((await as(sample, token)({ url: sample.path })).status).toBe(200);
  });

  it('is that of one account, and for members', async () => {
    const sample = await startWithSample();
    await createLink(sample);
    expect((await list(sample, '', sample.api.otherKey)).ids).toEqual([]);
    const foreign = { url: `/share-tokens?processing_id=${sample.id}`, key: sample.api.otherKey };
    expect((await sample.api.call(foreign)).status).toBe(403);
    const reviewer = await addKey(sample.api.service, sample.api.accountId, 'reviewer');
    expect((await sample.api.call({ url: '/share-tokens', key: reviewer })).status).toBe(403);
  });
});

/** A well-formed token with the id of another one. */
const otherSecret = (token: string): string => {
  const hex = /_([0-9a-f]{32})/.exec(token)?.[1] ?? '';
  return generateShareToken('test', hex);
};
