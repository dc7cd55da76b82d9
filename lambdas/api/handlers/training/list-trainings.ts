import * as core from '../../../../core/workflows/training/view/list-trainings.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/trainings. */
export const listTrainings = (service: Service) =>
  route(routes.listTrainings, async ({ path, query, account }) =>
    ok(await core.listTrainings(service, account, path.workflow_id, query)),
  );
