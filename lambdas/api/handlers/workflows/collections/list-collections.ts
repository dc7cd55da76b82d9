import * as core from '../../../../../core/workflows/documents/collections.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/collections. */
export const listCollections = (service: Service) =>
  route(routes.listCollections, async ({ path, query, account }) =>
    ok(await core.listCollections(service, account, path.workflow_id, query)),
  );
