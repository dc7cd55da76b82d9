import * as core from '../../../../core/review/share-links.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /share-tokens: a link for one result. */
export const createShareToken = (service: Service) =>
  route(routes.createShareToken, async ({ body, caller, claim }) =>
    json(
      201,
      await core.createShareToken(service, caller, {
        processingId: body.processing_id,
        threshold: body.threshold,
        expiresAt: body.expires_at,
        claim,
      }),
    ),
  );
