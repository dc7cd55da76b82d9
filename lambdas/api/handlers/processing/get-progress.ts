import { readProgress } from '../../../../core/processing/reading/read-progress.ts';
import { findProcessingRequest } from '../../../../core/requests/find-processing-request.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/progress: the step, and the pages that have been read. */
export const getProgress = (service: Service) =>
  route(routes.getProgress, async ({ path, account }) =>
    ok(await readProgress(service, await findProcessingRequest(service, account, path.processing_id))),
  );
