import * as core from '../../../../core/workflows/deletion/delete-workflow.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE /workflows/{workflow_id}. */
export const deleteWorkflow = (service: Service) =>
  route(routes.deleteWorkflow, async ({ path, account }) => {
    await core.deleteWorkflow(service, account, path.workflow_id);
    return noContent();
  });
