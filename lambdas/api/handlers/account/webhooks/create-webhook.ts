import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import { linkMade } from '../../../../../core/requests/idempotency.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { webhookAnswer } from './webhook-answers.ts';

/** POST /account/webhooks: the only answer with the secret. */
export const createWebhook = (service: Service) =>
  route(routes.createWebhook, async ({ body, account, claim }) => {
    const once = claim && { madeId: claim.madeIds?.[0], link: (id: string) => linkMade(claim, [id]) };
    const webhook = await core.createWebhook(service, account.account_id, body, once);
    return json(201, { ...webhookAnswer(webhook), secret: webhook.secret });
  });
