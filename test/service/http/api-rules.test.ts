import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import type { Problem } from '../../../lambdas/api/routes/api-schemas.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';
import { MULTIPART } from '../harness/multipart-body.ts';
import { startWithSample } from '../harness/process-sample.ts';
import { startTestApi } from '../harness/test-api.ts';

describe('Every answer', () => {
  it("contains the caller's request id where it is safe", async () => {
    const api = await startTestApi();
    const answer = await api.call({ url: '/nowhere', headers: { 'X-Request-Id': 'job-17:3' } });
    expect([answer.headers['x-request-id'], answer.json<Problem>().request_id]).toEqual(['job-17:3', 'job-17:3']);
  });

  it.each(['a b', '<script>', 'x'.repeat(129), ''])(
    "contains the request id of API Gateway where the caller's is " + '%j',
    async (id) => {
      const answer = await (await startTestApi()).call({ url: '/health', headers: { 'X-Request-Id': id } });
      expect(answer.headers['x-request-id']).toBe('gateway-1');
    },
  );
});

describe('An answer with a secret', () => {
  const withSecret = Object.values(routes).filter((row) => 'secret' in row);

  it.each(withSecret)('of $operationId is not to be kept, nor is its retry', async ({ operationId }) => {
    const { api, id } = await startWithSample();
    const post = (url: string, body: object) =>
      api.call({
        method: 'POST',
        url,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': url },
        body: JSON.stringify(body),
      });
    const expires_at = new Date(api.service.clock.now().getTime() + 24 * 3_600_000).toISOString();
    const createWebhook = () =>
      post('/account/webhooks', { url: 'https://hook.example/', events: ['processing.succeeded'] });
    const webhookId = (await createWebhook()).json<{ webhook_id: string }>().webhook_id;
    const send = {
      createApiKey: () => post('/account/api-keys', { name: 'Mail room', role: 'member', expires_at }),
      createShareToken: () => post('/share-tokens', { processing_id: id, expires_at }),
      createWebhook,
      rotateWebhookSecret: () => post(`/account/webhooks/${webhookId}/rotate-secret`, {}),
    }[operationId];
    for (const answer of [await send(), await send()])
      expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
  });
});

describe('Paths and methods', () => {
  it.each([
    '/',
    '/processing',
    '/processing/results/a/b/c',
    '/processing/%E0%A4%A',
    '/%',
    '//',
    '/processing/results//ocr',
    '/__proto__',
    '/health/x',
  ])('answers 404 or 405 at %s, which is not a path of the API', async (url) => {
    const answer = await (await startTestApi()).call({ url });
    expect([404, 405]).toContain(answer.status);
  });

  it('accepts a trailing slash', async () => {
    expect((await (await startTestApi()).call({ url: '/health/' })).status).toBe(200);
  });

  it('decodes percent-encoded path segments, and rejects malformed ones', async () => {
    const api = await startTestApi();
    const encoded = await api.call({
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID.replace('4', '%34')}`,
      headers: MULTIPART,
    });
    const junk = await api.call({ url: '/processing/results/%E0%A4%A/ocr' });
    expect(encoded.json<Problem>().errors?.[0]?.loc).toEqual(['body']);
    expect([junk.status, junk.json<Problem>().code]).toEqual([400, 'malformed_request']);
  });

  it.each([
    ['PUT', '/uploads', 'POST'],
    ['GET', `/processing/${GENERIC_WORKFLOW_ID}`, 'POST'],
    ['HEAD', '/uploads', 'POST'],
    ['OPTIONS', '/uploads', 'POST'],
    ['DELETE', '/processing/results/3b241101-e2bb-4255-8caf-4136c566a962/ocr', 'GET, HEAD'],
    ['TRACE', '/health', 'GET, HEAD'],
    ['QUERY', '/health', 'GET, HEAD'],
  ])('answers 405 to %s %s with the allowed methods', async (method, url, allowed) => {
    const answer = await (await startTestApi()).call({ method, url });
    expect([answer.status, answer.headers['allow']]).toEqual([405, allowed]);
  });
});

describe('Credentials', () => {
  it.each([
    ['none', {}],
    ['an empty header', { Authorization: '' }],
    ['another scheme', { Authorization: 'Bearer abc' }],
    ['a key that is mistyped', { Authorization: 'ApiKey tl_test_abc' }],
  ])('answers 401 to %s on every route that needs a key', async (_, headers) => {
    const api = await startTestApi();
    for (const row of Object.values(routes)) {
      if (row.auth === 'none') continue;
      const url = row.path.replaceAll('{processing_id}', GENERIC_WORKFLOW_ID).replaceAll(/\{\w+\}/g, '1');
      const answer = await api.call({ method: row.method, url, headers, key: null });
      expect([answer.status, answer.json<Problem>().code, answer.headers['www-authenticate']]).toEqual([
        401,
        'unauthenticated',
        'ApiKey',
      ]);
    }
  });

  it('requires no key at /health and /openapi.json', async () => {
    const api = await startTestApi();
    expect((await api.call({ url: '/health', key: null })).json()).toEqual({ status: 'ok' });
    expect((await api.call({ url: '/openapi.json', key: null })).json()['openapi']).toBe('3.1.0');
  });
});

describe('An unknown upload', () => {
  it('is a 422, as documented; 404 is only for workflows', async () => {
    const api = await startTestApi();
    const body = JSON.stringify({ upload_id: '11111111-0000-4000-8000-000000000001' });
    const headers = { 'Content-Type': 'application/json' };
    const process = (workflow: string) => api.call({ method: 'POST', url: `/processing/${workflow}`, headers, body });
    expect((await process(GENERIC_WORKFLOW_ID)).json<Problem>()).toMatchObject({
      status: 422,
      errors: [{ type: 'unknown_upload' }],
    });
    expect((await process('11111111-0000-4000-8000-000000000002')).status).toBe(404);
    const { responses } = routes.processDocument;
    expect([responses[404].description, responses[422].description]).toEqual([
      expect.not.stringContaining('upload'),
      expect.stringContaining('upload'),
    ]);
  });
});

describe('An internal error', () => {
  it('is a 500 without details, and is logged once with the request id', async () => {
    const api = await startTestApi();
    api.service.table.get = () => Promise.reject(new Error('secret: disk 7'));
    const answer = await api.call({ url: `/processing/results/${GENERIC_WORKFLOW_ID}/ocr` });
    expect([answer.status, answer.json<Problem>().code]).toEqual([500, 'internal_error']);
    expect(answer.text()).not.toContain('secret');
    expect(api.logged.map(({ request_id }) => request_id)).toEqual([answer.headers['x-request-id']]);
  });

  it('is logged, but not an error of the caller', async () => {
    const api = await startTestApi();
    await api.call({ url: '/nowhere' });
    expect(api.logged).toEqual([]);
  });
});

describe('A gateway event without maps', () => {
  it('is answered like any other', async () => {
    const { apiHandler } = await import('../../../lambdas/api/api-handler.ts');
    const { service } = await startTestApi();
    const handler = apiHandler(service, { logError: () => undefined });
    const event = {
      httpMethod: 'GET',
      path: '/health',
      headers: null,
      multiValueHeaders: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {},
    };
    // Contrary to the types, the test console of API Gateway sends such events.
    const result = await handler(event as never, {} as never);
    expect(result.statusCode).toBe(200);
    expect(result.headers?.['X-Request-Id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
