import { changeRole } from '../../../../../core/accounts/people/members.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** PATCH /account/members/{member_id} */
export const changeMember = (service: Service) =>
  route(routes.changeMember, async ({ account, path, body }) =>
    ok(await changeRole(service, account.account_id, path.member_id, body.role)),
  );
