import { describeAccount } from '../../../../core/accounts/describe-account.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET /account */
export const getAccount = (service: Service) =>
  route(routes.getAccount, async ({ caller }) => ok(await describeAccount(service, caller)));
