import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { deliveryAnswer } from './webhook-answers.ts';

/** POST /account/webhooks/{webhook_id}/deliveries/{delivery_id}/replay */
export const replayDelivery = (service: Service) =>
  route(routes.replayDelivery, async ({ path, account }) => {
    const delivery = { webhookId: path.webhook_id, deliveryId: path.delivery_id };
    return json(201, deliveryAnswer(await core.replayDelivery(service, account.account_id, delivery)));
  });
