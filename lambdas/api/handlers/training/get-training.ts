import { findTraining } from '../../../../core/workflows/training/view/list-trainings.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/trainings/{training_id}. */
export const getTraining = (service: Service) =>
  route(routes.getTraining, async ({ path, account }) =>
    ok(await findTraining(service, account, path.workflow_id, path.training_id)),
  );
