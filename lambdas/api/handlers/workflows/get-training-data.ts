import { describeTrainingData } from '../../../../core/workflows/documents/training-data.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/training-data. */
export const getTrainingData = (service: Service) =>
  route(routes.getTrainingData, async ({ path, account }) =>
    ok(await describeTrainingData(service, account, path.workflow_id)),
  );
