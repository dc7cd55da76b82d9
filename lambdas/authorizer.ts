/**
 * The API Gateway authorizer: allows requests with a valid API key or token and returns the account. API Gateway caches
 * the result, so the policy covers every route of the stage, not only the requested one.
 */
import type {
  APIGatewayAuthorizerResult,
  APIGatewayRequestAuthorizerEvent,
  APIGatewayTokenAuthorizerEvent,
} from 'aws-lambda';
import { authenticate } from '../core/accounts/authenticate.ts';
import { findFirstAccount } from '../core/accounts/first-account.ts';
import { UnauthenticatedError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';

/** Verifies a user's ID token. @throws UnauthenticatedError, TemporarilyUnavailableError */
export type VerifyToken = (token: string) => Promise<void>;

type AuthorizerEvent =
  | Pick<APIGatewayTokenAuthorizerEvent, 'type' | 'authorizationToken' | 'methodArn'>
  | Pick<APIGatewayRequestAuthorizerEvent, 'type' | 'headers' | 'methodArn'>;
export type AuthorizerHandler = (event: AuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;

type Stores = Pick<Service, 'table' | 'clock' | 'settings'>;

/** API Gateway answers 401 to an error with this message, and 500 to any other error. */
const UNAUTHORIZED = 'Unauthorized';

const authorizationOf = (event: AuthorizerEvent): string | undefined =>
  event.type === 'TOKEN'
    ? event.authorizationToken
    : Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

/** From `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<method>/<path>`: every route of that stage. */
const allRoutesOf = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/**
 * Users cannot sign up to a deployment's user pool: the operator added each of them, and they all belong to the first
 * account.
 */
const accountOfUser = async (service: Stores, token: string, verifyToken: VerifyToken): Promise<string> => {
  await verifyToken(token);
  const account = await findFirstAccount(service);
  if (account === undefined)
    throw new UnauthenticatedError('The deployment has no account yet: its operator has to create the first API key.');
  return account.account_id;
};

const accountOf = async (
  service: Stores,
  authorization: string | undefined,
  verifyToken: VerifyToken,
): Promise<string> => {
  const token = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  return token === undefined
    ? (await authenticate(service, authorization)).account_id
    : accountOfUser(service, token, verifyToken);
};

export const authorizer =
  (service: Stores, verifyToken: VerifyToken): AuthorizerHandler =>
  async (event) => {
    try {
      const account_id = await accountOf(service, authorizationOf(event), verifyToken);
      return {
        principalId: account_id,
        policyDocument: {
          Version: '2012-10-17',
          Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: allRoutesOf(event.methodArn) }],
        },
        context: { account_id },
      };
    } catch (error) {
      if (error instanceof UnauthenticatedError) throw new Error(UNAUTHORIZED, { cause: error });
      throw error;
    }
  };
