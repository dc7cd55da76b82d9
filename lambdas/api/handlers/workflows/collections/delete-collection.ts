import * as core from '../../../../../core/workflows/deletion/delete-workflow.ts';
import type { Service } from '../../../../../core/service.ts';
import { noContent } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** DELETE …/collections/{collection_name}. */
export const deleteCollection = (service: Service) =>
  route(routes.deleteCollection, async ({ path, account }) => {
    await core.deleteCollection(service, account, path.workflow_id, path.collection_name);
    return noContent();
  });
