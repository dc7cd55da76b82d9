import * as core from '../../../../core/processing/deletion/delete-result.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE /processing/results/{processing_id}: the result and everything else about the request. */
export const deleteResult = (service: Service) =>
  route(routes.deleteResult, async ({ path, account }) => {
    await core.deleteResult(service, account, path.processing_id);
    return noContent();
  });
