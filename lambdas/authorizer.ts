/**
 * The API Gateway authorizer: allows requests with a valid API key or token and returns the account. API Gateway caches
 * the result, so the policy covers every route of the stage, not only the requested one.
 */
import type {
  APIGatewayAuthorizerResult,
  APIGatewayRequestAuthorizerEvent,
  APIGatewayTokenAuthorizerEvent,
} from 'aws-lambda';
import { authenticateCaller } from '../core/review/authenticate-caller.ts';
import { callerOf, findPerson } from '../core/accounts/people/find-person.ts';
import type { PoolUser } from '../core/accounts/people/find-person.ts';
import { UnauthenticatedError } from '../core/errors.ts';
import type { Service } from '../core/service.ts';

/** Verifies a user's ID token. @throws UnauthenticatedError, TemporarilyUnavailableError */
export type VerifyToken = (token: string) => Promise<PoolUser>;

/** What the functions behind the gateway learn of the caller. The user's members are those of a token's user. */
interface AuthorizerContext {
  readonly account_id: string;
  readonly user_id?: string;
  readonly user_email?: string;
  readonly member_id?: string;
}

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

const contextOfUser = async (service: Stores, token: string, verifyToken: VerifyToken): Promise<AuthorizerContext> => {
  const person = await findPerson(service, await verifyToken(token));
  await callerOf(service, person);
  const { accountId, memberId, user } = person;
  return {
    account_id: accountId,
    user_id: user.id,
    ...(user.email === undefined ? {} : { user_email: user.email }),
    ...(memberId === undefined ? {} : { member_id: memberId }),
  };
};

const contextOf = async (
  service: Stores,
  authorization: string | undefined,
  verifyToken: VerifyToken,
): Promise<AuthorizerContext> => {
  const token = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  return token === undefined
    ? { account_id: (await authenticateCaller(service, authorization)).account.account_id }
    : contextOfUser(service, token, verifyToken);
};

export const authorizer =
  (service: Stores, verifyToken: VerifyToken): AuthorizerHandler =>
  async (event) => {
    try {
      const context = await contextOf(service, authorizationOf(event), verifyToken);
      return {
        principalId: context.account_id,
        policyDocument: {
          Version: '2012-10-17',
          Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: allRoutesOf(event.methodArn) }],
        },
        context: { ...context },
      };
    } catch (error) {
      if (error instanceof UnauthenticatedError) throw new Error(UNAUTHORIZED, { cause: error });
      throw error;
    }
  };
