import * as core from '../../../../core/workflows/account/delete-account.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE /account */
export const deleteAccount = (service: Service) =>
  route(routes.deleteAccount, async ({ account }) => {
    await core.deleteAccount(service, account);
    return noContent();
  });
