import * as core from '../../../../../core/accounts/api-key.ts';
import type { Service } from '../../../../../core/service.ts';
import { noContent } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** DELETE /account/api-keys/{key_id} */
export const revokeApiKey = (service: Service) =>
  route(routes.revokeApiKey, async ({ account, path }) => {
    await core.revokeApiKey(service, account.account_id, path.key_id);
    return noContent();
  });
