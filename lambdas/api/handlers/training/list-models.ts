import * as core from '../../../../core/workflows/models/read-models.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/models. */
export const listModels = (service: Service) =>
  route(routes.listModels, async ({ path, query, account }) =>
    ok(await core.listModels(service, account, path.workflow_id, query)),
  );
