import * as core from '../../../../../core/accounts/people/members.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { madeOnce } from '../../../idempotency/made-once.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** POST /account/members */
export const addMember = (service: Service) =>
  route(routes.addMember, async ({ account, body, claim }) =>
    json(201, await core.addMember(service, account.account_id, body, madeOnce(claim))),
  );
