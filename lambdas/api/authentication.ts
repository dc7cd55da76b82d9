/** Middleware: whose request it is. Routes that need no credentials do not look at any. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { authenticate } from '../../core/accounts/authenticate.ts';
import type { Service } from '../../core/service.ts';
import type { AuthenticatedEvent } from './api-event.ts';
import { headerOf } from './api-event.ts';

/** @throws UnauthenticatedError */
export const authentication = (service: Service): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    event.account = event.route.row.auth === 'none' ? undefined : await authenticate(service, headerOf(event, 'authorization'));
  },
});
