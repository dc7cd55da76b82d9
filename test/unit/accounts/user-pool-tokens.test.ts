import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userPoolTokens } from '../../../adapters/aws/user-pool-tokens.ts';
import { NotConfiguredError, UnauthenticatedError } from '../../../core/errors.ts';

const POOL = { userPoolId: 'eu-central-1_AbCdEfGhI', userPoolClientId: 'client1' };
const ISSUER = `https://cognito-idp.eu-central-1.amazonaws.com/${POOL.userPoolId}`;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
const KEYS = { keys: [{ kty: 'RSA' as const, alg: 'RS256' as const, use: 'sig' as const, kid: 'one', n, e }] };

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const bodyWith = (claims: object, header: object): string => {
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'RS256', kid: 'one', ...header })}.${part({ iss: ISSUER, aud: POOL.userPoolClientId, token_use: 'id', sub: 'person', iat: now, exp: now + 3600, ...claims })}`;
};

const tokenWith = (claims: object, key = privateKey): string => {
  const body = bodyWith(claims, {});
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`;
};

const unsigned = `${bodyWith({}, { alg: 'none' })}.`;
/** Signed with the public key as if it were a secret. */
const signedWithPublicKey = ((): string => {
  const body = bodyWith({}, { alg: 'HS256' });
  const secret = publicKey.export({ format: 'pem', type: 'spki' });
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
})();

describe("Tokens of the deployment's user pool", () => {
  const check = userPoolTokens(POOL, KEYS);

  it('are valid where the pool signed them for the web interface', async () => {
    await expect(check(tokenWith({ email: 'ann@example.com', email_verified: true }))).resolves.toEqual({
      id: 'person',
      email: 'ann@example.com',
    });
  });

  it('name no address that the pool has not verified: users can change theirs', async () => {
    for (const claims of [{}, { email: 'ann@example.com' }, { email: 'ann@example.com', email_verified: false }])
      await expect(check(tokenWith(claims))).resolves.toEqual({ id: 'person' });
  });

  it.each([
    ['has expired', tokenWith({ exp: 1 })],
    ['is for another application', tokenWith({ aud: 'client2' })],
    ['is of another pool', tokenWith({ iss: `${ISSUER}x` })],
    ['is an access token', tokenWith({ token_use: 'access' })],
    ['has another signature', tokenWith({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
    ['has no signature (alg none)', unsigned],
    ['is signed with the public key as a secret', signedWithPublicKey],
    ['is not valid yet', tokenWith({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['is not a token', 'nonsense'],
  ])('are rejected where one %s', async (_, token) => {
    await expect(check(token)).rejects.toThrow(UnauthenticatedError);
  });

  it('are rejected by a function without a user pool', async () => {
    await expect(userPoolTokens({})(tokenWith({}))).rejects.toThrow(NotConfiguredError);
  });
});
