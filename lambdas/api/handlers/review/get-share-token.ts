import * as core from '../../../../core/review/share-links.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /share-tokens/{token_id}: what the link is for. */
export const getShareToken = (service: Service) =>
  route(routes.getShareToken, async ({ path, account }) =>
    ok(await core.getShareToken(service, account, path.token_id)),
  );
