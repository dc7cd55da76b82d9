import * as core from '../../../../core/workflows/create-workflow.ts';
import { viewWorkflow, workflowPath } from '../../../../core/workflows/list-workflows.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /workflows. */
export const createWorkflow = (service: Service) =>
  route(routes.createWorkflow, async ({ body, account, claim }) => {
    const workflow = await core.createWorkflow(service, account, {
      ...body,
      thumbnail: 'thumbnail' in body ? body.thumbnail : undefined,
      claim,
    });
    return json(201, viewWorkflow(workflow), { Location: workflowPath(workflow.workflow_id) });
  });
