/** A user pool's OpenID Connect endpoints: code flow with PKCE (S256), refresh tokens, RS256. Everybody is Ann. */
import { createHash, createVerify, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../listen.ts';

const CLIENT = 'web';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export interface IdentityProvider {
  readonly url: string;
  readonly clientId: string;
  /** Seconds for which new tokens are valid. */
  lifetime: number;
  /** Ends all sessions: no refresh token is taken any more. */
  revokeAll(): void;
  /** How often tokens were given, by grant. */
  readonly grants: string[];
  /** Whether this is a valid ID token. */
  accepts(token: string): boolean;
  close(): Promise<void>;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  const challenges = new Map<string, string>();
  const refreshTokens = new Set<string>();
  const signedInAt = Math.floor(Date.now() / 1000);

  const tokenWith = (use: 'id' | 'access'): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.url, aud: CLIENT, sub: 'ann', email: 'ann@example.com', token_use: use };
    const times = { iat: now, exp: now + provider.lifetime, auth_time: signedInAt };
    const body = `${part({ alg: 'RS256', kid: 'one' })}.${part({ ...claims, ...times })}`;
    return `${body}.${sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64url')}`;
  };
  const mayHaveTokens = (form: URLSearchParams): boolean => {
    if (form.get('client_id') !== CLIENT) return false;
    if (form.get('grant_type') === 'refresh_token') return refreshTokens.has(form.get('refresh_token') ?? '');
    const code = form.get('code') ?? '';
    const challenge = challenges.get(code);
    challenges.delete(code);
    return (
      challenge ===
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
    );
  };
  const giveTokens = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    if (!mayHaveTokens(form)) {
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
      return;
    }
    provider.grants.push(form.get('grant_type') ?? '');
    const refresh = randomUUID();
    refreshTokens.add(refresh);
    const tokens = { id_token: tokenWith('id'), access_token: tokenWith('access'), refresh_token: refresh };
    response.end(JSON.stringify({ ...tokens, token_type: 'Bearer', expires_in: provider.lifetime }));
  };
  const metadata = () => ({
    issuer: provider.url,
    authorization_endpoint: `${provider.url}/authorize`,
    token_endpoint: `${provider.url}/token`,
    revocation_endpoint: `${provider.url}/revoke`,
    jwks_uri: `${provider.url}/jwks`,
  });
  const authorize = (query: URLSearchParams): string => {
    if (query.get('code_challenge_method') !== 'S256' || query.get('client_id') !== CLIENT) return '';
    const code = randomUUID();
    challenges.set(code, query.get('code_challenge') ?? '');
    return `${query.get('redirect_uri') ?? ''}?code=${code}&state=${query.get('state') ?? ''}`;
  };

  const listening = await listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/.well-known/openid-configuration') response.end(JSON.stringify(metadata()));
    else if (pathname === '/token') void giveTokens(request, response);
    else if (pathname === '/authorize') response.writeHead(302, { location: authorize(searchParams) }).end();
    else if (pathname === '/logout') response.writeHead(302, { location: searchParams.get('logout_uri') ?? '' }).end();
    else response.end('{}');
  });
  const provider: IdentityProvider = {
    url: listening.url,
    clientId: CLIENT,
    lifetime: 3600,
    grants: [],
    revokeAll: () => {
      refreshTokens.clear();
    },
    accepts: (token) => {
      const [header = '', claims = '', signature = ''] = token.split('.');
      if (!createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url'))
        return false;
      // Claims of tokenWith.
      const { exp, token_use: use } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
        exp: number;
        token_use: string;
      };
      return use === 'id' && exp > Date.now() / 1000;
    },
    close: () => listening.close(),
  };
  return provider;
};
