import * as core from '../../../../core/workflows/list-workflows.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}. */
export const getWorkflow = (service: Service) =>
  route(routes.getWorkflow, async ({ path, account }) =>
    ok(await core.getWorkflow(service, account, path.workflow_id)),
  );
