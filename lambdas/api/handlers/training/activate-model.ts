import * as core from '../../../../core/workflows/models/activate-model.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /workflows/{workflow_id}/models/{version}/activate. */
export const activateModel = (service: Service) =>
  route(routes.activateModel, async ({ path, account }) =>
    ok(await core.activateModel(service, account, path.workflow_id, path.version)),
  );
