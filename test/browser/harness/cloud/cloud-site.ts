/**
 * The web interface as a deployment serves it: its viewer function, headers, index.html and config.json on one origin,
 * the API on another, before which stands the user pool's check. Behind it is the real local service.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crossOriginHeaders, PREFLIGHT_HEADERS } from '../../../../lambdas/api/cross-origin.ts';
import { restrictConnections } from '../../../../lib/constructs/web/security-policy.ts';
import { readSite } from '../../../../lib/constructs/web/site.ts';
import { viewerRequestCode } from '../../../../lib/constructs/web/viewer-request.ts';
import type { WebService } from '../web-service.ts';
import { startIdentityProvider } from './identity-provider.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { listen } from '../listen.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface CloudSite {
  readonly url: string;
  readonly provider: IdentityProvider;
  close(): Promise<void>;
}

export const startCloudSite = async (service: WebService): Promise<CloudSite> => {
  const provider = await startIdentityProvider();
  const origin: { url?: string } = {};
  const gateway = await listen((request, response) => {
    void passOn(service, provider, [origin.url ?? ''], request, response);
  });
  const sources = [gateway.url, provider.url];
  const site = readSite(join(import.meta.dirname, '../../../../web/dist'));
  const code = viewerRequestCode(site.addresses);
  const policy = Object.entries({ ...site.policy, 'connect-src': ["'self'", ...sources] })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
  const config = {
    api_url: `${gateway.url}/dev/`,
    sign_in: 'oidc',
    version: '1',
    oidc: {
      authority: provider.url,
      client_id: provider.clientId,
      sign_out_url: `${provider.url}/logout`,
      second_factor: 'optional',
    },
  };
  const pages = await listen((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').pathname;
    // What the function returns is an address.
    const path = runInNewContext(`${code}; handler({ request: { uri: ${JSON.stringify(asked)} } }).uri`) as string;
    const file = join(site.folder, path);
    const headers = { ...site.headers, 'content-security-policy': policy };
    if (path === '/index.html')
      response
        .writeHead(200, { ...headers, 'content-type': 'text/html' })
        .end(restrictConnections(site.indexHtml, sources));
    else if (path === '/config.json') response.writeHead(200, headers).end(JSON.stringify(config));
    else if (existsSync(file))
      response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? '' }).end(readFileSync(file));
    else response.writeHead(404, headers).end();
  });
  origin.url = pages.url;
  return {
    url: pages.url,
    provider,
    close: async () => {
      for (const each of [pages, gateway, provider]) await each.close();
    },
  };
};

/** The gateway with its stage in the path: a valid ID token is the owner of the account. */
const passOn = async (
  service: WebService,
  provider: IdentityProvider,
  origins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const cors = crossOriginHeaders(origins, request.headers.origin);
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...cors, ...PREFLIGHT_HEADERS }).end();
    return;
  }
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || !provider.accepts(token)) {
    const problem = { code: 'unauthenticated', title: 'Unauthenticated', detail: 'Sign in.', status: 401 };
    response.writeHead(401, { ...cors, 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    return;
  }
  const body = await buffer(request);
  const answer = await service.request((request.url ?? '').replace(/^\/dev/, ''), {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
    ...(body.length === 0 ? {} : { body }),
  });
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, { ...cors, ...(type === null ? {} : { 'content-type': type }) });
  response.end(Buffer.from(await answer.arrayBuffer()));
};
