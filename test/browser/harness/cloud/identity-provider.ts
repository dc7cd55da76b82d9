/** A user pool's OpenID Connect endpoints: code flow with PKCE (S256), refresh tokens, RS256. Everybody is Ann. */
import { createHash, createVerify, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../listen.ts';
import { secondFactorsOf } from './second-factors.ts';
import type { SecondFactors } from './second-factors.ts';

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
  /** The scope of each sign-in, with what it asked for beside it. */
  readonly signIns: string[];
  /** Ann's second factor. */
  readonly secondFactors: SecondFactors;
  /** Whether this is a valid ID token. */
  accepts(token: string): boolean;
  close(): Promise<void>;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  const challenges = new Map<string, { readonly challenge: string; readonly scope: string }>();
  /** With their scope. */
  const refreshTokens = new Map<string, string>();
  const signedInAt = Math.floor(Date.now() / 1000);

  const tokenWith = (use: 'id' | 'access', scope: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.url, aud: CLIENT, sub: 'ann', email: 'ann@example.com', token_use: use, scope };
    const times = { iat: now, exp: now + provider.lifetime, auth_time: signedInAt };
    const body = `${part({ alg: 'RS256', kid: 'one' })}.${part({ ...claims, ...times })}`;
    return `${body}.${sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64url')}`;
  };
  /** Of the tokens that the client gets; undefined: none. */
  const scopeOf = (form: URLSearchParams): string | undefined => {
    if (form.get('client_id') !== CLIENT) return undefined;
    if (form.get('grant_type') === 'refresh_token') return refreshTokens.get(form.get('refresh_token') ?? '');
    const code = form.get('code') ?? '';
    const asked = challenges.get(code);
    challenges.delete(code);
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    return asked?.challenge === verifier.digest('base64url') ? asked.scope : undefined;
  };
  const giveTokens = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const scope = scopeOf(form);
    if (scope === undefined) {
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
      return;
    }
    provider.grants.push(form.get('grant_type') ?? '');
    const refresh = randomUUID();
    refreshTokens.set(refresh, scope);
    const tokens = {
      id_token: tokenWith('id', scope),
      access_token: tokenWith('access', scope),
      refresh_token: refresh,
    };
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
    const scope = query.get('scope') ?? '';
    challenges.set(code, { challenge: query.get('code_challenge') ?? '', scope });
    provider.signIns.push(`${scope} ${query.get('prompt') ?? ''}`.trim());
    return `${query.get('redirect_uri') ?? ''}?code=${code}&state=${query.get('state') ?? ''}`;
  };

  const listening = await listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.setHeader('access-control-allow-headers', 'content-type, x-amz-target');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/.well-known/openid-configuration') response.end(JSON.stringify(metadata()));
    else if (pathname === '/' && request.method === 'POST') void secondFactors.answer(request, response);
    else if (pathname === '/token') void giveTokens(request, response);
    else if (pathname === '/authorize') response.writeHead(302, { location: authorize(searchParams) }).end();
    else if (pathname === '/logout') response.writeHead(302, { location: searchParams.get('logout_uri') ?? '' }).end();
    else response.end('{}');
  });
  /** A valid token for this use; undefined where it is none. */
  const claimsOf = (token: string, use: 'id' | 'access'): { readonly scope: string } | undefined => {
    const [header = '', claims = '', signature = ''] = token.split('.');
    if (!createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url'))
      return undefined;
    // Claims of tokenWith.
    const found = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      exp: number;
      token_use: string;
      scope: string;
    };
    return found.token_use === use && found.exp > Date.now() / 1000 ? found : undefined;
  };
  const secondFactors = secondFactorsOf(
    (token) => claimsOf(token, 'access')?.scope.split(' ').includes('aws.cognito.signin.user.admin') ?? false,
  );
  const provider: IdentityProvider = {
    url: listening.url,
    clientId: CLIENT,
    lifetime: 3600,
    grants: [],
    signIns: [],
    secondFactors,
    revokeAll: () => {
      refreshTokens.clear();
    },
    accepts: (token) => claimsOf(token, 'id') !== undefined,
    close: () => listening.close(),
  };
  return provider;
};
