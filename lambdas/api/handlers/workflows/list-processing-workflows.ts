import * as core from '../../../../core/workflows/list-workflows.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /processing/workflows: the list of GET /workflows. */
export const listProcessingWorkflows = (service: Service) =>
  route(routes.listProcessingWorkflows, async ({ query, account }) =>
    ok(await core.listWorkflows(service, account, query)),
  );
