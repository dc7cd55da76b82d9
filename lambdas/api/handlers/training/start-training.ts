import { requestTraining } from '../../../../core/workflows/training/request-training.ts';
import { viewTraining } from '../../../../core/workflows/training/view/training-view.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** `Retry-After` of the 202, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** POST /workflows/{workflow_id}/trainings. */
export const startTraining = (service: Service) =>
  route(routes.startTraining, async ({ path, body, account, claim, basePath }) => {
    const training = await requestTraining(service, {
      account_id: account.account_id,
      workflow_id: path.workflow_id.toLowerCase(),
      collections: body.collections ?? null,
      claim,
    });
    return json(202, viewTraining(training, service.clock.now()), {
      Location: `${basePath}/workflows/${training.workflow_id}/trainings/${training.training_id}`,
      'Retry-After': String(RETRY_AFTER_SECONDS),
    });
  });
