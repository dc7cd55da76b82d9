import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebPages } from '../../../adapters/local/http/web-pages.ts';
import { SECURITY_HEADERS } from '../../../web/security-headers.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';

const INDEX = '<!doctype html><title>Tearline</title>';
const SCRIPT = 'console.log("the application");\n'.repeat(100);
/** What Chromium sends where a person opens an address. */
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8' };

let http: HttpService;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-pages-'));
  await mkdir(join(folder, 'assets'));
  const files: readonly [string, string | Buffer][] = [
    ['index.html', INDEX],
    ['routes.json', JSON.stringify(['/', '/account', '/workflows/$workflowId', '/verify/$processingId'])],
    ['headers.json', JSON.stringify(SECURITY_HEADERS)],
    ['assets/app-Ab12.js', SCRIPT],
    ['assets/app-Ab12.js.br', brotliCompressSync(SCRIPT)],
    ['assets/app-Ab12.js.gz', gzipSync(SCRIPT)],
    ['favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ];
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  const pages = await WebPages.open({ folder, config: { api_url: '', sign_in: 'session' } });
  http = await startHttpService({ pages });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${http.url}${path}`, { headers });

describe('A page of another origin', () => {
  const policyOf = async (url: string): Promise<string> =>
    (await fetch(url, { headers: NAVIGATION })).headers.get('content-security-policy') ?? '';

  it('cannot show any page of the application in a frame', async () => {
    for (const path of ['/', '/verify/5f0c?threshold=0.9'])
      expect(await policyOf(`${http.url}${path}`)).toContain("frame-ancestors 'none'");
  });

  it('can show the editor in a frame where its origin is allowed, and nothing else', async () => {
    const pages = await WebPages.open({ folder, config: {}, frameAncestors: ['https://dms.example.com'] });
    const other = await startHttpService({ pages });
    try {
      expect(await policyOf(`${other.url}/verify/5f0c?threshold=0.9`)).toMatch(
        /frame-ancestors https:\/\/dms\.example\.com$/,
      );
      expect(await policyOf(`${other.url}/account`)).toContain("frame-ancestors 'none'");
      expect(await policyOf(`${other.url}/verify/5f0c/other`)).toContain("frame-ancestors 'none'");
    } finally {
      await other.close();
    }
  });
});

describe('An address of the application', () => {
  it.each(['/', '/account', '/account?tab=keys', '/workflows/5/', '/verify/5f0c?threshold=0.9'])(
    '%s shows it to a browser that navigates there',
    async (path) => {
      const answer = await get(path, NAVIGATION);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(INDEX);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
    },
  );

  it.each([
    ['a program that takes anything', { accept: '*/*' }],
    ['a program that takes JSON', { accept: 'application/json' }],
    ['a program without Accept', {}],
    ['whoever sends credentials', { ...NAVIGATION, authorization: 'ApiKey x' }],
  ])('is one of the API for %s', async (_, headers) => {
    const answer = await get('/account', headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
  });

  it('keeps what the API varies by', async () => {
    const answer = await http.call('/account');
    expect(answer.status).toBe(200);
    const names = (answer.headers.get('vary') ?? '').split(', ').map((name) => name.toLowerCase());
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['accept-encoding', 'accept']));
  });

  it('is one of the API for any other method', async () => {
    const answer = await fetch(`${http.url}/account`, { method: 'PATCH', headers: NAVIGATION });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('An address that is nowhere', () => {
  it('shows the application to a browser, with the status 404', async () => {
    const answer = await get('/nothing/here', NAVIGATION);
    expect([answer.status, await answer.text()]).toEqual([404, INDEX]);
  });

  it('is a problem for a program', async () => {
    const answer = await get('/nothing/here');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it.each([
    '/routes.json',
    '/headers.json',
    '/index.html',
    '/assets/app-Ab12.js.br',
    '/assets/../routes.json',
    '/%2e%2e/package.json',
  ])('%s is no file that is served', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('A file of the build', () => {
  it.each([
    ['br', brotliCompressSync(SCRIPT)],
    ['gzip', gzipSync(SCRIPT)],
  ])('is sent as %s, as it was compressed by the build', async (coding, bytes) => {
    const answer = await get('/assets/app-Ab12.js', { 'accept-encoding': coding });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('with a hash in its name is kept by browsers for a year', async () => {
    const answer = await get('/assets/app-Ab12.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('without one is checked each time', async () => {
    const answer = await get('/favicon.svg');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // As a browser; Node.js would add no-cache.
    const checked = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const again = await get('/favicon.svg', checked);
    expect(again.status).toBe(304);
  });
});

describe('Every page', () => {
  it.each(['/', '/assets/app-Ab12.js', '/config.json'])(
    'at %s names what it may load and who may frame it',
    async (path) => {
      const { headers } = await get(path, path === '/' ? NAVIGATION : {});
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("default-src 'none';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types default(;|$)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  it('reads its settings from the host', async () => {
    const answer = await get('/config.json');
    expect(await answer.json()).toEqual({ api_url: '', sign_in: 'session' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('A service without a built interface', () => {
  it('has only the API', async () => {
    expect(await WebPages.open({ folder: join(folder, 'assets'), config: {} })).toBeUndefined();
  });
});
