/** ID tokens of a Cognito user pool, as moto issues and signs them. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { userPoolTokens } from '../../adapters/aws/user-pool-tokens.ts';
import type { PublicKeys } from '../../adapters/aws/user-pool-tokens.ts';
import { UnauthenticatedError } from '../../core/errors.ts';

const url = inject('motoUrl');
const EMAIL = 'ann@example.com';
const PASSWORD = 'Secret-words-1';
/** moto reads the service from it, and checks no signature. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/cognito-idp/aws4_request, SignedHeaders=host, Signature=0';

/** A call of Cognito's JSON protocol: no part of the service has its SDK. */
const cognito = async <Answer>(action: string, body: object): Promise<Answer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: AUTHORIZATION,
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
};

interface Pool {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly keys: PublicKeys;
  readonly idToken: string;
  readonly accessToken: string;
  readonly sub: string;
}

/** A pool with an app client and one user, who has signed in. */
const makePool = async (): Promise<Pool> => {
  const { UserPool } = await cognito<{ UserPool: { Id: string } }>('CreateUserPool', { PoolName: 'people' });
  const { UserPoolClient } = await cognito<{ UserPoolClient: { ClientId: string } }>('CreateUserPoolClient', {
    UserPoolId: UserPool.Id,
    ClientName: 'web',
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  });
  const attributes = [
    { Name: 'email', Value: EMAIL },
    { Name: 'email_verified', Value: 'true' },
  ];
  const { User } = await cognito<{ User: { Attributes: { Name: string; Value: string }[] } }>('AdminCreateUser', {
    UserPoolId: UserPool.Id,
    Username: EMAIL,
    UserAttributes: attributes,
  });
  await cognito('AdminSetUserPassword', {
    UserPoolId: UserPool.Id,
    Username: EMAIL,
    Password: PASSWORD,
    Permanent: true,
  });
  const { AuthenticationResult: tokens } = await cognito<{
    AuthenticationResult: { IdToken: string; AccessToken: string };
  }>('AdminInitiateAuth', {
    UserPoolId: UserPool.Id,
    ClientId: UserPoolClient.ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: EMAIL, PASSWORD },
  });
  const keys = (await (await fetch(`${url}/${UserPool.Id}/.well-known/jwks.json`)).json()) as PublicKeys;
  return {
    userPoolId: UserPool.Id,
    userPoolClientId: UserPoolClient.ClientId,
    keys,
    idToken: tokens.IdToken,
    accessToken: tokens.AccessToken,
    sub: User.Attributes.find(({ Name }) => Name === 'sub')?.Value ?? '',
  };
};

let pool: Pool;
beforeAll(async () => {
  pool = await makePool();
});

describe('A token of the user pool over the wire', () => {
  it('is verified with the published keys, and names its user', async () => {
    expect(await userPoolTokens(pool, pool.keys)(pool.idToken)).toMatchObject({ id: pool.sub });
  });

  it('is refused where it is an access token, is changed, or is of another pool or client', async () => {
    const [head = '', body = '', signature = ''] = pool.idToken.split('.');
    const changed = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const verify = userPoolTokens(pool, pool.keys);
    await expect(verify(pool.accessToken)).rejects.toThrow(UnauthenticatedError);
    await expect(verify(changed)).rejects.toThrow(UnauthenticatedError);
    const otherPool = { ...pool, userPoolId: 'eu-central-1_other' };
    await expect(userPoolTokens(otherPool, pool.keys)(pool.idToken)).rejects.toThrow(UnauthenticatedError);
    const otherClient = { ...pool, userPoolClientId: 'other' };
    await expect(userPoolTokens(otherClient, pool.keys)(pool.idToken)).rejects.toThrow(UnauthenticatedError);
  });
});
