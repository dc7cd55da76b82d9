/** Webhooks and deliveries as the API shows them. */
import type { z } from 'zod';
import type { Delivery } from '../../../../../core/events/webhooks/delivery.ts';
import type { Webhook } from '../../../../../core/events/webhooks/webhook.ts';
import { messageIdOf } from '../../../../../core/events/webhooks/delivery.ts';
import type { deliveryAnswerSchema, webhookAnswerSchema } from '../../../routes/account/webhooks.ts';

/** Without the secret. */
export const webhookAnswer = (webhook: Webhook): z.infer<typeof webhookAnswerSchema> => ({
  webhook_id: webhook.webhook_id,
  url: webhook.url,
  description: webhook.description ?? null,
  events: webhook.events,
  created_at: webhook.created_at,
  disabled_at: webhook.disabled_at ?? null,
});

export const deliveryAnswer = (delivery: Delivery): z.infer<typeof deliveryAnswerSchema> => ({
  delivery_id: delivery.delivery_id,
  webhook_id: delivery.webhook_id,
  message_id: messageIdOf(delivery),
  event_type: delivery.event_type,
  event_id: delivery.event_id,
  event_time: delivery.event_time,
  state: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.next_attempt_at ?? null,
});
