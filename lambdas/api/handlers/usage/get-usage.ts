import { unitCostsFor } from '../../../../core/accounts/usage/estimated-cost.ts';
import { usageSeries } from '../../../../core/accounts/usage/usage-series.ts';
import { findWorkflow } from '../../../../core/requests/workflows/find-workflow.ts';
import type { Service } from '../../../../core/service.ts';
import { ok, withVary } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';
import { usageCsv } from './usage-csv.ts';

/** GET /processing/{workflow_key}/usage/{interval}, as JSON or CSV. */
export const getUsage = (service: Service) =>
  route(routes.getUsage, async ({ path, query, account, caller, mediaType }) => {
    const { workflow_id } = await findWorkflow(service, account, path.workflow_key);
    const usage = { account_id: account.account_id, workflow_id };
    const request = { ...query, interval: path.interval };
    const series = await usageSeries(service, usage, request, unitCostsFor(caller, service.settings));
    const answer =
      mediaType === 'text/csv'
        ? {
            status: 200,
            headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
            body: usageCsv(series),
          }
        : ok(series);
    return { ...answer, headers: withVary(answer.headers, 'Accept') };
  });
