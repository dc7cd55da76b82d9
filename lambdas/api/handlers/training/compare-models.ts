import * as core from '../../../../core/workflows/models/evaluation/compare-models.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/models/compare. */
export const compareModels = (service: Service) =>
  route(routes.compareModels, async ({ path, query, account }) =>
    ok(await core.compareModels(service, account, path.workflow_id, query)),
  );
