import * as core from '../../../../core/workflows/models/files/import-model.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /workflows/{workflow_id}/models. */
export const importModel = (service: Service) =>
  route(routes.importModel, async ({ path, body, account }) => {
    const file = 'file' in body ? body.file : { uploadId: body.upload_id };
    return json(201, await core.importModel(service, account, path.workflow_id, file));
  });
