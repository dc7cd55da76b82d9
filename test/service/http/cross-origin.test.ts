import { describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { isWebOrigin } from '../../../lambdas/api/cross-origin.ts';
import { responseHeaders } from '../../../lambdas/api/routes/response-headers.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { Answer, ApiCall } from '../harness/test-api.ts';

const ORIGIN = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const PROCESS = `/processing/${GENERIC_WORKFLOW_ID}`;

const startAllowing = (...corsOrigins: string[]) => startTestApi({}, { corsOrigins });
const preflight = (url: string, origin = ORIGIN): ApiCall => ({
  method: 'OPTIONS',
  url,
  key: null,
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization',
  },
});
const corsHeaders = ({ headers }: Answer): string[] => [
  ...Object.keys(headers).filter((name) => name.startsWith('access-control-')),
  ...(list(headers['vary']).includes('Origin') ? ['vary'] : []),
];
const list = (value: string | undefined): string[] => (value ?? '').split(', ');

describe('Where no origin is allowed, which is the default', () => {
  it('a preflight is a 405 without CORS headers', async () => {
    const answer = await (await startTestApi()).call(preflight(PROCESS));
    expect([answer.status, corsHeaders(answer)]).toEqual([405, []]);
  });

  it('an answer has no CORS headers', async () => {
    const answer = await (await startTestApi()).call({ url: '/health', headers: { Origin: ORIGIN } });
    expect([answer.status, corsHeaders(answer)]).toEqual([200, []]);
  });
});

describe('A preflight of an allowed origin', () => {
  it.each([PROCESS, '/uploads', '/blob-uploads/accounts/a', '/nowhere'])(
    'is answered with 204 without credentials, and may be kept: %s',
    async (url) => {
      const answer = await (await startAllowing(OTHER, ORIGIN)).call(preflight(url));
      expect(answer.status).toBe(204);
      expect(answer.body).toHaveLength(0);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' });
      expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThanOrEqual(3600);
      expect(answer.headers['x-request-id']).toBe('gateway-1');
    },
  );

  it('allows the methods of the API and the headers that its requests have', async () => {
    const { headers } = await (await startAllowing(ORIGIN)).call(preflight(PROCESS));
    expect(list(headers['access-control-allow-methods'])).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    );
    expect(list(headers['access-control-allow-headers'])).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer', 'Range']),
    );
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('of another origin is not answered as one', async () => {
    const answer = await (await startAllowing(ORIGIN)).call(preflight(PROCESS, OTHER));
    expect([answer.status, corsHeaders(answer)]).toEqual([405, ['vary']]);
  });
});

describe('An answer to an allowed origin', () => {
  it.each<readonly [string, number, ApiCall]>([
    ['a result', 200, { url: '/health' }],
    ['an unknown path', 404, { url: '/nowhere' }],
    ['missing credentials', 401, { url: `/processing/results/${GENERIC_WORKFLOW_ID}`, key: null }],
    ['another method', 405, { method: 'PATCH', url: '/health' }],
    ['an unknown method', 501, { method: 'BREW', url: '/health' }],
    ['an invalid query', 422, { url: '/health?a=b' }],
    ['OPTIONS that is no preflight', 405, { method: 'OPTIONS', url: '/health' }],
  ])('names it, and not *: %s', async (_, status, call) => {
    const answer = await (await startAllowing(ORIGIN)).call({ ...call, headers: { Origin: ORIGIN } });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      vary: expect.stringMatching(/\bOrigin\b/) as string,
    });
  });

  it('varies by the origin and by what the body varies by', async () => {
    const answer = await (await startAllowing(ORIGIN)).call({ url: '/health', headers: { Origin: ORIGIN } });
    expect(list(answer.headers['vary'])).toEqual(['Accept-Encoding', 'Origin']);
  });

  it.each([
    ['bytes=0-9', 206],
    ['bytes=9999999-', 416],
  ])('names it in the answer to a range: %s', async (range, status) => {
    const api = await startAllowing(ORIGIN);
    const { processing_id: id } = (
      await api.call({
        method: 'POST',
        url: PROCESS,
        headers: MULTIPART,
        body: uploadBody(writeFakeDocument({ pages: 1, starts: [] })),
      })
    ).json<{ processing_id: string }>();
    const answer = await api.call({ url: `/processing/results/${id}/pdf`, headers: { Origin: ORIGIN, Range: range } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, ORIGIN]);
    expect(list(answer.headers['access-control-expose-headers'])).toContain('Content-Range');
  });

  it('names it in an internal error', async () => {
    const api = await startAllowing(ORIGIN);
    api.service.table.get = () => Promise.reject(new Error('disk'));
    const answer = await api.call({ url: `/processing/results/${GENERIC_WORKFLOW_ID}`, headers: { Origin: ORIGIN } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([500, ORIGIN]);
  });

  it('lets pages read every documented header', async () => {
    const api = await startAllowing(ORIGIN);
    const { headers } = await api.call({
      method: 'POST',
      url: PROCESS,
      headers: { ...MULTIPART, Origin: ORIGIN },
      body: uploadBody(writeFakeDocument({ pages: 1, starts: [] })),
    });
    const exposed = list(headers['access-control-expose-headers']);
    expect(exposed).toEqual(expect.arrayContaining(['Location', 'Retry-After', 'ETag', 'X-Request-Id', 'Link']));
    const hidden = Object.keys(responseHeaders).filter(
      (name) => !exposed.includes(name) && !name.startsWith('Access-Control-'),
    );
    // Every page may read the first two; the last is for caches.
    expect(hidden.filter((name) => !['Cache-Control', 'Content-Length', 'Vary'].includes(name))).toEqual([]);
  });

  it('has, for another origin or none, only `Vary`', async () => {
    const api = await startAllowing(ORIGIN);
    for (const headers of [{ Origin: OTHER }, {}]) {
      const answer = await api.call({ url: '/health', headers });
      expect([answer.status, corsHeaders(answer)]).toEqual([200, ['vary']]);
    }
  });
});

describe('An origin', () => {
  it.each(['https://app.example.com', 'http://localhost:5173', 'http://127.0.0.1:8080'])('is %s', (text) => {
    expect(isWebOrigin(text)).toBe(true);
  });

  it.each([
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/a',
    'ftp://a.b',
    'https://APP.example.com',
    'https://a.b:443',
    '',
  ])('is not %j', (text) => {
    expect(isWebOrigin(text)).toBe(false);
  });
});
