import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { deliveryAnswer } from './webhook-answers.ts';

/** POST /account/webhooks/{webhook_id}/test */
export const testWebhook = (service: Service) =>
  route(routes.testWebhook, async ({ path, account }) =>
    json(201, deliveryAnswer(await core.testWebhook(service, account.account_id, path.webhook_id))),
  );
