import * as core from '../../../../core/processing/cancel-processing.ts';
import { readProgress } from '../../../../core/processing/reading/read-progress.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST …/cancel: ends a request that is queued or being processed. */
export const cancelProcessing = (service: Service) =>
  route(routes.cancelProcessing, async ({ path, account, claim }) =>
    ok(await readProgress(service, await core.cancelProcessing(service, account, path.processing_id, claim))),
  );
