/** Middleware: refuses a caller whose role is less than that of the route's row. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { requireRole } from '../../../core/accounts/caller.ts';
import type { AuthenticatedEvent } from './api-event.ts';

/** @throws RoleNotSufficientError */
export const authorization = (): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: ({ event: { caller, route } }) => {
    if (caller !== undefined && route.row.role !== undefined) requireRole(caller, route.row.role);
  },
});
