/** CORS: nothing where no origin is allowed, and on every answer to an allowed one. */
import { jsonBody, jsonOf, send, textOf } from './client.ts';
import type { Answer, RequestInit, Target } from './client.ts';
import type { Findings } from './findings.ts';
import { PROCESS_PATH } from './sample-result.ts';

export const ALLOWED_ORIGIN = 'https://app.example';
const OTHER_ORIGIN = 'https://other.example';
/** More than any host accepts. */
const TOO_LARGE = String(1024 ** 3);

const preflight = (origin: string): RequestInit => ({
  anonymous: true,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type, idempotency-key',
  },
});

const corsHeaders = ({ headers }: Answer): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const header = ({ headers }: Answer, name: string): string => textOf(headers[name] ?? '');

/** A service that allows no origin. */
export const checkCorsOff = async (target: Target, findings: Findings): Promise<void> => {
  const asked = await send(target, 'OPTIONS', PROCESS_PATH, preflight(ALLOWED_ORIGIN));
  findings.check(
    'no origin allowed: OPTIONS',
    '405 without CORS headers',
    asked,
    asked.status === 405 && corsHeaders(asked).length === 0,
    `${asked.status} ${corsHeaders(asked).join(' ')}`,
  );
  const read = await send(target, 'GET', '/health', { headers: { origin: ALLOWED_ORIGIN } });
  findings.check(
    'no origin allowed: GET /health',
    '200 without CORS headers',
    read,
    read.status === 200 && corsHeaders(read).length === 0,
    `${read.status} ${corsHeaders(read).join(' ')}`,
  );
};

/** A service that allows ALLOWED_ORIGIN. */
export const checkCorsOn = async (target: Target, findings: Findings): Promise<void> => {
  const asked = await send(target, 'OPTIONS', PROCESS_PATH, preflight(ALLOWED_ORIGIN));
  const granted =
    asked.status === 204 &&
    header(asked, 'access-control-allow-origin') === ALLOWED_ORIGIN &&
    header(asked, 'access-control-allow-methods').includes('POST') &&
    ['authorization', 'content-type', 'idempotency-key'].every((name) =>
      header(asked, 'access-control-allow-headers').toLowerCase().includes(name),
    ) &&
    Number(header(asked, 'access-control-max-age')) > 0;
  findings.check(
    'allowed origin: OPTIONS, no key',
    '204 with method, headers, Max-Age',
    asked,
    granted,
    `${asked.status} ${corsHeaders(asked).join(' ')}`,
  );
  const foreign = await send(target, 'OPTIONS', PROCESS_PATH, preflight(OTHER_ORIGIN));
  findings.check(
    'another origin: OPTIONS',
    'no Access-Control-Allow-Origin',
    foreign,
    header(foreign, 'access-control-allow-origin') === '',
  );
  for (const [name, status, method, path, init] of [
    ['GET /health', 200, 'GET', '/health', {}],
    ['GET without a key', 401, 'GET', '/processing/results/3b241101-e2bb-4255-8caf-4136c566a962', { anonymous: true }],
    ['GET of an unknown path', 404, 'GET', '/nothing', {}],
    [
      'POST that declares 1 GB',
      413,
      'POST',
      PROCESS_PATH,
      { headers: { 'content-length': TOO_LARGE, expect: '100-continue' } },
    ],
    [
      'GET with 40 KB of headers',
      431,
      'GET',
      '/health',
      { headers: { origin: ALLOWED_ORIGIN, 'x-large': 'x'.repeat(40_000) } },
    ],
  ] as const satisfies readonly (readonly [string, number, string, string, RequestInit])[]) {
    const answer = await send(target, method, path, {
      ...init,
      headers: { origin: ALLOWED_ORIGIN, ...('headers' in init ? init.headers : {}) },
    });
    expectShared(findings, `allowed origin: ${name}`, status, answer);
  }
  await checkUpload(target, findings);
};

const expectShared = (findings: Findings, call: string, status: number, answer: Answer): void => {
  const ok =
    answer.status === status &&
    header(answer, 'access-control-allow-origin') === ALLOWED_ORIGIN &&
    /\borigin\b/i.test(header(answer, 'vary')) &&
    /retry-after/i.test(header(answer, 'access-control-expose-headers'));
  findings.check(
    call,
    `${status}, Allow-Origin, Vary: Origin, Expose-Headers`,
    answer,
    ok,
    `${answer.status} ${corsHeaders(answer).join(' ')} Vary ${header(answer, 'vary') || 'absent'}`,
  );
};

const checkUpload = async (target: Target, findings: Findings): Promise<void> => {
  const created = await send(
    target,
    'POST',
    '/uploads',
    jsonBody({ file_name: 'a.pdf', content_type: 'application/pdf', size: 4 }),
  );
  const { pathname, search } = new URL(textOf(jsonOf(created)['url']), target.url);
  const asked = await send(target, 'OPTIONS', `${pathname}${search}`, {
    anonymous: true,
    headers: {
      origin: ALLOWED_ORIGIN,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  });
  findings.check(
    'allowed origin: OPTIONS of the presigned PUT',
    '204 with PUT',
    asked,
    asked.status === 204 && header(asked, 'access-control-allow-methods').includes('PUT'),
    `${asked.status} ${corsHeaders(asked).join(' ')}`,
  );
  const sent = await send(target, 'PUT', `${pathname}${search}`, {
    anonymous: true,
    headers: { origin: ALLOWED_ORIGIN, 'content-type': 'application/pdf' },
    body: Buffer.from('%PDF'),
  });
  expectShared(findings, 'allowed origin: the presigned PUT', 200, sent);
};
