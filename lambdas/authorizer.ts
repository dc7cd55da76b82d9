/**
 * The gateway's authorizer: lets a request through whose API key or token is good, and says whose it is. The gateway
 * keeps the answer for a while, so the policy covers every route of the stage, not only the one that was asked for.
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

/** Checks a person's token. @throws UnauthenticatedError, TemporarilyUnavailableError */
export type VerifyToken = (token: string) => Promise<void>;

type AuthorizerEvent =
  | Pick<APIGatewayTokenAuthorizerEvent, 'type' | 'authorizationToken' | 'methodArn'>
  | Pick<APIGatewayRequestAuthorizerEvent, 'type' | 'headers' | 'methodArn'>;
export type AuthorizerHandler = (event: AuthorizerEvent) => Promise<APIGatewayAuthorizerResult>;

type Stores = Pick<Service, 'table' | 'clock' | 'settings'>;

/** The gateway answers 401 to this one message, and 500 to any other. */
const REFUSED = 'Unauthorized';

const authorizationOf = (event: AuthorizerEvent): string | undefined =>
  event.type === 'TOKEN'
    ? event.authorizationToken
    : Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

/** `arn:aws:execute-api:<region>:<aws account>:<api>/<stage>/<method>/<path>` → every method and path of that stage. */
const allRoutesOf = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/** Nobody can sign up to a deployment's user pool: whoever is in it was let in by the operator and works for the first account. */
const accountOfPerson = async (service: Stores, token: string, verifyToken: VerifyToken): Promise<string> => {
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
    : accountOfPerson(service, token, verifyToken);
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
      if (error instanceof UnauthenticatedError) throw new Error(REFUSED, { cause: error });
      throw error;
    }
  };
