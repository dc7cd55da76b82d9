import * as core from '../../../../../core/events/webhooks/rotate-secret.ts';
import type { Service } from '../../../../../core/service.ts';
import { json } from '../../../answer.ts';
import { madeOnce } from '../../../idempotency/made-once.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';
import { webhookAnswer } from './webhook-answers.ts';

/** POST /account/webhooks/{webhook_id}/rotate-secret: the only answer with the new secret. */
export const rotateWebhookSecret = (service: Service) =>
  route(routes.rotateWebhookSecret, async ({ path, body, account, claim }) => {
    const id = { accountId: account.account_id, webhookId: path.webhook_id };
    const webhook = await core.rotateWebhookSecret(service, id, body.grace_hours, madeOnce(claim));
    return json(201, {
      ...webhookAnswer(webhook),
      secret: webhook.secret,
      previous_secret_valid_until: webhook.previous_secrets[0]?.valid_until ?? null,
    });
  });
