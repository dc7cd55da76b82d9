/** CognitoUserDirectory fulfils the contract of UserDirectory over Cognito's wire protocol. */
import {
  AdminSetUserPasswordCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, inject, it } from 'vitest';
import { cognitoClient, CognitoUserDirectory } from '../../adapters/aws/cognito-user-directory.ts';
import { userPoolTokens } from '../../adapters/aws/user-pool-tokens.ts';
import type { PublicKeys } from '../../adapters/aws/user-pool-tokens.ts';
import { describeUserDirectoryContract } from '../contract/user-directory.contract.ts';

const url = inject('motoUrl');
const client = cognitoClient({ region: 'eu-central-1', endpointUrl: url });
const ANN = 'ann@example.com';
const PASSWORD = 'Secret-words-1';

/** A pool as lib/constructs/api/identity.ts makes it: users sign in with their address. */
const makePool = async (): Promise<string> => {
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: 'people',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    }),
  );
  return UserPool?.Id ?? '';
};

describeUserDirectoryContract('CognitoUserDirectory', async () => {
  const userPoolId = await makePool();
  return {
    directory: new CognitoUserDirectory({ client, userPoolId }),
    users: async () => {
      const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId: userPoolId }));
      return Users.map(({ Attributes = [] }) => new Map(Attributes.map(({ Name, Value }) => [Name, Value])))
        .filter((attributes) => attributes.get('email_verified') === 'true')
        .map((attributes) => attributes.get('email') ?? '');
    },
    close: () => Promise.resolve(),
  };
});

describe('A user whom the directory added', () => {
  it('signs in with the address, and not any more once it is removed', async () => {
    const userPoolId = await makePool();
    const directory = new CognitoUserDirectory({ client, userPoolId });
    const { UserPoolClient } = await client.send(
      new CreateUserPoolClientCommand({
        UserPoolId: userPoolId,
        ClientName: 'web',
        ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
      }),
    );
    const userPoolClientId = UserPoolClient?.ClientId ?? '';
    const signIn = () =>
      client.send(
        new InitiateAuthCommand({
          ClientId: userPoolClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: ANN, PASSWORD },
        }),
      );
    await directory.add(ANN);
    // In place of the invitation's password, which only the mail has.
    await client.send(
      new AdminSetUserPasswordCommand({ UserPoolId: userPoolId, Username: ANN, Password: PASSWORD, Permanent: true }),
    );
    const { AuthenticationResult: tokens } = await signIn();
    const keys = (await (await fetch(`${url}/${userPoolId}/.well-known/jwks.json`)).json()) as PublicKeys;
    const verify = userPoolTokens({ userPoolId, userPoolClientId }, keys);
    // moto's tokens do not say that the address is verified.
    expect(await verify(tokens?.IdToken ?? '')).toEqual({ id: expect.any(String) as string });
    await directory.remove(ANN);
    await expect(signIn()).rejects.toThrow(UserNotFoundException);
  });
});
