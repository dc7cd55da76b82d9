import * as core from '../../../../core/review/error-reports.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /processing/error-reports: a page of the account's reports. */
export const listErrorReports = (service: Service) =>
  route(routes.listErrorReports, async ({ query, account }) =>
    ok(await core.listErrorReports(service, account, query)),
  );
