import { listKeyPage } from '../../../../../core/accounts/api-key.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { keyAnswer } from './key-answer.ts';

/** GET /account/api-keys */
export const listApiKeys = (service: Service) =>
  route(routes.listApiKeys, async ({ account, query }) => {
    const { items, next } = await listKeyPage(service, account.account_id, query);
    return ok({ items: items.map((key) => ({ ...keyAnswer(key), last_used_at: key.last_used_at ?? null })), next });
  });
