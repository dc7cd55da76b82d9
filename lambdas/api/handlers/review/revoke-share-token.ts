import * as core from '../../../../core/review/share-links.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE /share-tokens/{token_id}: the link is refused from now on. */
export const revokeShareToken = (service: Service) =>
  route(routes.revokeShareToken, async ({ path, account }) => {
    await core.revokeShareToken(service, account, path.token_id);
    return noContent();
  });
