import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { webhookAnswer } from './webhook-answers.ts';

/** GET /account/webhooks */
export const listWebhooks = (service: Service) =>
  route(routes.listWebhooks, async ({ query, account }) => {
    const { items, next } = await core.listWebhooks(service, account.account_id, query);
    return ok({ items: items.map(webhookAnswer), next });
  });
