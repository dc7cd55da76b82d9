import * as core from '../../../../core/workflows/training/cancel-training.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /workflows/{workflow_id}/trainings/{training_id}/cancel. */
export const cancelTraining = (service: Service) =>
  route(routes.cancelTraining, async ({ path, account }) =>
    ok(await core.cancelTraining(service, account, path.workflow_id, path.training_id)),
  );
