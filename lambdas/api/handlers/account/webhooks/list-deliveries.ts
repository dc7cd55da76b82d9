import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { deliveryAnswer } from './webhook-answers.ts';

/** GET /account/webhooks/{webhook_id}/deliveries */
export const listDeliveries = (service: Service) =>
  route(routes.listDeliveries, async ({ path, query, account }) => {
    const webhook = { accountId: account.account_id, webhookId: path.webhook_id };
    const { items, next } = await core.listDeliveries(service, webhook, query);
    return ok({ items: items.map(deliveryAnswer), next });
  });
