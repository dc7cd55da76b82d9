/** Middleware: whose request it is. Routes that need no credentials do not look at any. */
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
 * The account that the gateway's authorizer (lambdas/authorizer.ts) found for a person's token. Only the gateway can set it, and only
 * for a token, whose signature can be checked there alone.
 */
const accountOfToken = (event: AuthenticatedEvent): string | undefined => {
  if (!/^Bearer /i.test(headerOf(event, 'authorization') ?? '')) return undefined;
  // The types promise it; the local host and the gateway's test console leave it out.
  const context = (event.requestContext as typeof event.requestContext | undefined)?.authorizer as
    Readonly<Record<string, unknown>> | null | undefined;
  const id = context?.['account_id'];
  return typeof id === 'string' ? id : undefined;
};

/**
 * An API key is checked here again although the gateway's authorizer did so: it keeps its answer for minutes, and a revoked key is to be
 * refused from the next request on.
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
