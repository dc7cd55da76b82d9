import { changeAccount } from '../../../../core/accounts/account.ts';
import { describeAccount } from '../../../../core/accounts/describe-account.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** PATCH /account */
export const updateAccount = (service: Service) =>
  route(routes.updateAccount, async ({ caller, body }) => {
    const account = await changeAccount(service, caller.account.account_id, body);
    return ok(await describeAccount(service, { ...caller, account }));
  });
