/** Middleware: finds the caller of the request. Routes with auth `none` ignore credentials. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { findAccount } from '../../../core/accounts/account.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import type { Caller } from '../../../core/accounts/caller.ts';
import { UnauthenticatedError } from '../../../core/errors.ts';
import type { Service } from '../../../core/service.ts';
import type { AuthenticatedEvent } from './api-event.ts';
import { headerOf } from './api-event.ts';

interface TokenOwner {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
}

/**
 * The person whom the gateway's authorizer (lambdas/authorizer.ts) found for a user's token. A client cannot set it.
 * Token signatures are checked only in the authorizer.
 */
const ownerOfToken = (event: AuthenticatedEvent): TokenOwner | undefined => {
  if (!/^Bearer /i.test(headerOf(event, 'authorization') ?? '')) return undefined;
  // Contrary to the types, the local host and the test console of API Gateway omit requestContext.
  const context = (event.requestContext as typeof event.requestContext | undefined)?.authorizer as
    Readonly<Record<string, unknown>> | null | undefined;
  const { account_id: accountId, user_id: id, user_name: name } = context ?? {};
  return typeof accountId === 'string' && typeof id === 'string' && typeof name === 'string'
    ? { accountId, id, name }
    : undefined;
};

/**
 * Checks an API key again, although the gateway's authorizer did so: API Gateway caches the authorizer's result for
 * minutes, and a revoked key must be refused from the next request on.
 */
const callerOf = async (service: Service, event: AuthenticatedEvent): Promise<Caller> => {
  const owner = ownerOfToken(event);
  if (owner === undefined) return authenticate(service, headerOf(event, 'authorization'));
  const account = await findAccount(service.table, owner.accountId);
  if (account === undefined) throw new UnauthenticatedError('The account of this token does not exist any more.');
  return { account, role: 'owner', kind: 'person', id: owner.id, name: owner.name };
};

/** @throws UnauthenticatedError */
export const authentication = (service: Service): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    event.caller = event.route.row.auth === 'none' ? undefined : await callerOf(service, event);
  },
});
