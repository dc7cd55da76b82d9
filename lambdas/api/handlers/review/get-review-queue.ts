import * as core from '../../../../core/review/review-queue.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /workflows/{workflow_id}/review-queue: how many documents await review, and the next of them. */
export const getReviewQueue = (service: Service) =>
  route(routes.getReviewQueue, async ({ path, query, account }) =>
    ok(await core.readReviewQueue(service, account, path.workflow_id, query)),
  );
