/** Middleware: refuses a caller whose role is less than that of the route's row, and a share link without its result. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { requireRole } from '../../../core/accounts/caller.ts';
import type { Caller } from '../../../core/accounts/caller.ts';
import { ProcessingNotAccessibleError, ShareLinkNotSufficientError } from '../../../core/errors.ts';
import type { AuthenticatedEvent } from './request/api-event.ts';
import type { RouteRow } from '../routes/route-row.ts';

/** @throws RoleNotSufficientError, ShareLinkNotSufficientError, ProcessingNotAccessibleError */
export const authorization = (): MiddlewareObj<AuthenticatedEvent, APIGatewayProxyResult> => ({
  before: ({ event: { caller, route, segments } }) => {
    if (caller === undefined || route.row.role === undefined) return;
    requireSharedResult(caller, route.row, segments);
    requireRole(caller, route.row.role);
  },
});

/** A share link gives access to the shared routes of one result; any other id is answered as an unknown one. */
const requireSharedResult = (
  { onlyResult }: Caller,
  row: RouteRow,
  { processing_id: id }: Readonly<Record<string, string>>,
): void => {
  if (onlyResult === undefined) return;
  if (row.shared !== true) throw new ShareLinkNotSufficientError();
  if (id?.toLowerCase() !== onlyResult) throw new ProcessingNotAccessibleError();
};
