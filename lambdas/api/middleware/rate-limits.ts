/**
 * Middlewares: one counts a request against the rates of its account's plan, one adds `RateLimit` and `RateLimit-Policy`
 * (IETF draft-ietf-httpapi-ratelimit-headers) to the responses of the requests that count.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { planOf } from '../../../core/accounts/limits/plan.ts';
import { countRequest, rateWindowsOf } from '../../../core/accounts/limits/rates.ts';
import type { RateState } from '../../../core/accounts/limits/rates.ts';
import { RateLimitedError } from '../../../core/errors.ts';
import type { AsTenant } from '../../../core/ports.ts';
import type { Service } from '../../../core/service.ts';
import type { AuthenticatedEvent } from './request/api-event.ts';

/** @throws RateLimitedError */
export const rateLimits = (
  service: Service,
  asTenant: AsTenant,
): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    const { caller, route } = event;
    if (caller === undefined) return;
    const kind = route.row.makesWork === true ? 'work' : 'reads';
    const windows = rateWindowsOf(planOf(service.settings, caller.account), kind);
    if (windows.length === 0) return;
    try {
      const { account_id: accountId } = caller.account;
      event.rates = await asTenant(accountId, () => countRequest(service, accountId, kind, windows));
    } catch (error) {
      if (error instanceof RateLimitedError) event.rates = error.windows;
      throw error;
    }
  },
});

/** Structured fields (RFC 9651): a list of windows with their parameters. */
const fieldOf = (windows: readonly RateState[], parametersOf: (window: RateState) => string): string =>
  windows.map((window) => `"${window.name}";${parametersOf(window)}`).join(', ');

interface Answered {
  readonly event: Partial<Pick<AuthenticatedEvent, 'rates'>>;
  readonly response: APIGatewayProxyResult | null | undefined;
}

export const rateHeaders = (): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => {
  const add = ({ event: { rates }, response }: Answered): void => {
    if (rates === undefined || !response) return;
    response.headers = {
      ...response.headers,
      'RateLimit-Policy': fieldOf(rates, ({ limit, seconds }) => `q=${limit};w=${seconds}`),
      RateLimit: fieldOf(rates, ({ remaining, reset }) => `r=${remaining};t=${reset}`),
    };
  };
  return { after: add, onError: add };
};
