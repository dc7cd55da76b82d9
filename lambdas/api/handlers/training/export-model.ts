import * as core from '../../../../core/workflows/models/files/export-model.ts';
import type { Service } from '../../../../core/service.ts';
import { file } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/models/{version}/export. */
export const exportModel = (service: Service) =>
  route(routes.exportModel, async ({ path, account }) =>
    file(await core.exportModel(service, account, path.workflow_id, path.version)),
  );
