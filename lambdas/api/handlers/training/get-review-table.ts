import { readReviewTable } from '../../../../core/workflows/models/evaluation/review-table.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/review-table. */
export const getReviewTable = (service: Service) =>
  route(routes.getReviewTable, async ({ path, account }) =>
    ok(await readReviewTable(service, account, path.workflow_id)),
  );
