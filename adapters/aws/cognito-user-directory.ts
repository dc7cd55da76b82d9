/**
 * The users of the deployment's Cognito user pool. IAM: cognito-idp:AdminCreateUser and cognito-idp:AdminDeleteUser on
 * the pool.
 */
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { UserRefusedError } from '../../core/errors.ts';
import type { UserDirectory } from '../../core/ports.ts';
import { configure } from './aws-clients.ts';
import type { AwsClientOptions } from './aws-clients.ts';
import { callAws } from './call-aws.ts';

export interface CognitoUserDirectoryOptions {
  readonly client: CognitoIdentityProviderClient;
  readonly userPoolId: string;
}

export const cognitoClient = (options: AwsClientOptions): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient(configure(options));

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

export class CognitoUserDirectory implements UserDirectory {
  readonly #options: CognitoUserDirectoryOptions;

  constructor(options: CognitoUserDirectoryOptions) {
    this.#options = options;
  }

  /**
   * Cognito sends the invitation with a first password. The address counts as verified: nobody else receives the
   * password.
   * @throws UserRefusedError, TemporarilyUnavailableError
   */
  async add(email: string): Promise<void> {
    const { client, userPoolId } = this.#options;
    const command = new AdminCreateUserCommand({
      UserPoolId: userPoolId,
      Username: email,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      DesiredDeliveryMediums: ['EMAIL'],
    });
    try {
      await callAws('The user directory', (options) => client.send(command, options));
    } catch (error) {
      // The first administrator, a user whom the operator created, or a repetition.
      if (isNamed(error, 'UsernameExistsException')) return;
      if (isNamed(error, 'InvalidParameterException'))
        throw new UserRefusedError('Cognito does not take the address as that of a user.', { cause: error });
      throw error;
    }
  }

  /** Cognito renews no token of a deleted user. @throws TemporarilyUnavailableError */
  async remove(email: string): Promise<void> {
    const { client, userPoolId } = this.#options;
    const command = new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: email });
    try {
      await callAws('The user directory', (options) => client.send(command, options));
    } catch (error) {
      // An address that Cognito does not take has no user either.
      if (isNamed(error, 'UserNotFoundException') || isNamed(error, 'InvalidParameterException')) return;
      throw error;
    }
  }
}
