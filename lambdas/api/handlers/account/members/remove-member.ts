import * as core from '../../../../../core/accounts/people/members.ts';
import type { Service } from '../../../../../core/service.ts';
import { noContent } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** DELETE /account/members/{member_id} */
export const removeMember = (service: Service) =>
  route(routes.removeMember, async ({ account, path }) => {
    await core.removeMember(service, account.account_id, path.member_id);
    return noContent();
  });
