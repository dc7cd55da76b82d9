/** Middleware: finds the account of the request. Routes with auth `none` ignore credentials. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Account } from '../../../core/accounts/account.ts';
import { findAccount } from '../../../core/accounts/account.ts';
import { authenticate } from '../../../core/accounts/authenticate.ts';
import { UnauthenticatedError } from '../../../core/errors.ts';
import type { Service } from '../../../core/service.ts';
import type { AuthenticatedEvent } from './api-event.ts';
import { headerOf } from './api-event.ts';

/**
 * The account that the gateway's authorizer (lambdas/authorizer.ts) found for a user's token. A client cannot set it.
 * Token signatures are checked only in the authorizer.
 */
const accountOfToken = (event: AuthenticatedEvent): string | undefined => {
  if (!/^Bearer /i.test(headerOf(event, 'authorization') ?? '')) return undefined;
  // Contrary to the types, the local host and the test console of API Gateway omit requestContext.
  const context = (event.requestContext as typeof event.requestContext | undefined)?.authorizer as
    Readonly<Record<string, unknown>> | null | undefined;
  const id = context?.['account_id'];
  return typeof id === 'string' ? id : undefined;
};

/**
 * Checks an API key again, although the gateway's authorizer did so: API Gateway caches the authorizer's result for
 * minutes, and a revoked key must be refused from the next request on.
 */
const accountOf = async (service: Service, event: AuthenticatedEvent): Promise<Account> => {
  const id = accountOfToken(event);
  if (id === undefined) return authenticate(service, headerOf(event, 'authorization'));
  const account = await findAccount(service.table, id);
  if (account === undefined) throw new UnauthenticatedError('The account of this token does not exist any more.');
  return account;
};

/** @throws UnauthenticatedError */
export const authentication = (service: Service): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    event.account = event.route.row.auth === 'none' ? undefined : await accountOf(service, event);
  },
});
