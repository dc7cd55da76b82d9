import { readWorkflowThumbnail } from '../../../../core/workflows/workflow-thumbnail.ts';
import type { Service } from '../../../../core/service.ts';
import { file } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/thumbnail. */
export const getWorkflowThumbnail = (service: Service) =>
  route(routes.getWorkflowThumbnail, async ({ path, account }) =>
    file(await readWorkflowThumbnail(service, account, path.workflow_id)),
  );
