import * as core from '../../../../../core/accounts/people/members.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET /account/members */
export const listMembers = (service: Service) =>
  route(routes.listMembers, async ({ account, query }) =>
    ok(await core.listMembers(service, account.account_id, query)),
  );
