import * as core from '../../../../../core/events/webhooks/manage-webhooks.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { madeOnce } from '../../../idempotency/made-once.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { webhookAnswer } from './webhook-answers.ts';

/** POST /account/webhooks: the only answer with the secret. */
export const createWebhook = (service: Service) =>
  route(routes.createWebhook, async ({ body, account, claim }) => {
    const webhook = await core.createWebhook(service, account.account_id, body, madeOnce(claim));
    return json(201, { ...webhookAnswer(webhook), secret: webhook.secret });
  });
