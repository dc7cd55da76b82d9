/** Middleware: finds the caller of the request. Routes with auth `none` ignore credentials. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { authenticateCaller } from '../../../core/review/authenticate-caller.ts';
import type { Caller } from '../../../core/accounts/caller.ts';
import { noteKeyUse } from '../../../core/accounts/key-use.ts';
import { callerOf } from '../../../core/accounts/people/find-person.ts';
import type { Person } from '../../../core/accounts/people/find-person.ts';
import { callerOfSession } from '../../../core/accounts/sessions.ts';
import { unrestricted } from '../../../core/ports.ts';
import type { AsTenant } from '../../../core/ports.ts';
import type { Service } from '../../../core/service.ts';
import type { AuthenticatedEvent } from './request/api-event.ts';
import { headerOf } from './request/api-event.ts';
import { requireOwnPage, sessionTokenOf } from '../session/session-cookie.ts';

/**
 * The person whom the gateway's authorizer (lambdas/authorizer.ts) found for a user's token. A client cannot set it.
 * Token signatures are checked only in the authorizer.
 */
const personOf = (event: AuthenticatedEvent): Person | undefined => {
  if (!/^Bearer /i.test(headerOf(event, 'authorization') ?? '')) return undefined;
  // Contrary to the types, the local host and the test console of API Gateway omit requestContext.
  const context = (event.requestContext as typeof event.requestContext | undefined)?.authorizer as
    Readonly<Record<string, unknown>> | null | undefined;
  const { account_id: accountId, user_id: id, user_email: email, member_id: memberId } = context ?? {};
  if (typeof accountId !== 'string' || typeof id !== 'string') return undefined;
  return {
    accountId,
    memberId: typeof memberId === 'string' ? memberId : undefined,
    user: { id, email: typeof email === 'string' ? email : undefined },
  };
};

/**
 * Checks keys and people again, although the gateway's authorizer did so: API Gateway caches the authorizer's result,
 * and a revoked key or a removed person must be refused from the next request on.
 */
const identify = async (
  service: Service,
  event: AuthenticatedEvent,
  { takesSessions, asTenant }: Required<AuthenticationOptions>,
): Promise<Caller> => {
  const person = personOf(event);
  const token = takesSessions && headerOf(event, 'authorization') === undefined ? sessionTokenOf(event) : undefined;
  if (token !== undefined) requireOwnPage(event);
  const caller = await (person !== undefined
    ? asTenant(person.accountId, () => callerOf(service, person))
    : token === undefined
      ? authenticateCaller(service, headerOf(event, 'authorization'), asTenant)
      : callerOfSession(service, token));
  await asTenant(caller.account.account_id, () => noteKeyUse(service, caller));
  return caller;
};

export interface AuthenticationOptions {
  /** Whether the cookie of a browser's session is taken where the request has no `Authorization`. Default: no. */
  readonly takesSessions?: boolean;
  /** For the calls that follow once the account is known. */
  readonly asTenant?: AsTenant;
}

/** @throws UnauthenticatedError, CrossSiteRequestError */
export const authentication = (
  service: Service,
  { takesSessions = false, asTenant = unrestricted }: AuthenticationOptions = {},
): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    event.caller =
      event.route.row.auth === 'none' ? undefined : await identify(service, event, { takesSessions, asTenant });
  },
});
