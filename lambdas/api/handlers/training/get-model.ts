import { describeModel } from '../../../../core/workflows/models/read-models.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/models/{version}. */
export const getModel = (service: Service) =>
  route(routes.getModel, async ({ path, account }) =>
    ok(await describeModel(service, account, path.workflow_id, path.version)),
  );
