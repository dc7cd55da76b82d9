import * as core from '../../../../../core/workflows/documents/collections.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** POST …/collections. */
export const createCollection = (service: Service) =>
  route(routes.createCollection, async ({ path, body, account, claim }) =>
    json(201, await core.createCollection(service, account, path.workflow_id, body.name, claim)),
  );
