/** Webhooks of the account: an owner manages them. */
import { z } from 'zod';
import { attemptSchema, deliveredTypeSchema, deliveryStateSchema } from '../../../../core/events/webhooks/delivery.ts';
import { eventTypeSchema } from '../../../../core/events/webhooks/webhook.ts';
import { wellFormedText, wholeNumber } from '../../../../core/requests/request-sentences.ts';
import { idempotencyHeadersSchema, noQuerySchema, pageQuerySchema, pageSchema } from '../api-schemas.ts';
import {
  created,
  done,
  found,
  idempotencyProblems,
  ifNoneMatch,
  jsonBodyProblems,
  problem,
  serviceProblems,
} from '../responses.ts';
import { row } from '../route-row.ts';

const WEBHOOK_PATH = '/account/webhooks/{webhook_id}';

export const webhookPathSchema = z.object({
  webhook_id: z.guid().meta({ description: 'The id that POST /account/webhooks gave', param: { id: 'WebhookId' } }),
});
const deliveryPathSchema = webhookPathSchema.extend({
  delivery_id: z.guid().describe('From the list of deliveries'),
});

const urlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an absolute URL' })
  .max(2000, 'must have at most 2000 characters')
  .describe('Where events are posted. It begins with https:// and names a host on the internet');
const descriptionSchema = wellFormedText().max(200);
const eventsSchema = z.array(eventTypeSchema).max(eventTypeSchema.options.length);

export const createWebhookSchema = z
  .strictObject({
    url: urlSchema,
    description: descriptionSchema.optional(),
    events: eventsSchema.default([]).describe('The types to deliver; empty: all'),
  })
  .meta({ id: 'CreateWebhook' });

const webhookShape = {
  webhook_id: z.uuid(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(eventTypeSchema).describe('Empty: all'),
  created_at: z.iso.datetime(),
  disabled_at: z.iso
    .datetime()
    .nullable()
    .describe('Since then nothing is sent: the receiver answered 410. Null: it is enabled'),
};
export const webhookAnswerSchema = z.strictObject(webhookShape).meta({ id: 'Webhook' });
export const createdWebhookSchema = z
  .strictObject({
    ...webhookShape,
    secret: z.string().describe('Verifies the signatures of Standard Webhooks. It is not shown again'),
  })
  .meta({ id: 'CreatedWebhook' });
/** Hours: the default of Standard Webhooks' own server. */
const DEFAULT_GRACE_HOURS = 24;
const MAX_GRACE_HOURS = 7 * 24;

export const rotateWebhookSecretSchema = z
  .strictObject({
    grace_hours: wholeNumber(0, MAX_GRACE_HOURS)
      .default(DEFAULT_GRACE_HOURS)
      .describe('For how long deliveries are signed with the secret before too; 0: not at all'),
  })
  .meta({ id: 'RotateWebhookSecret' });

export const rotatedWebhookSchema = z
  .strictObject({
    ...webhookShape,
    secret: z.string().describe('The new secret. It is not shown again'),
    previous_secret_valid_until: z.iso
      .datetime()
      .nullable()
      .describe('Until then, deliveries are also signed with the secret before; null: they are not'),
  })
  .meta({ id: 'RotatedWebhook' });
export const webhookPageSchema = pageSchema('WebhookPage', webhookAnswerSchema);

export const deliveryAnswerSchema = z
  .strictObject({
    delivery_id: z.uuid(),
    webhook_id: z.uuid(),
    message_id: z.string().describe('The header webhook-id: the same at every attempt'),
    event_type: deliveredTypeSchema,
    event_id: z.string(),
    event_time: z.iso.datetime(),
    state: deliveryStateSchema,
    attempts: z.array(attemptSchema).describe('The latest 20, oldest first'),
    next_attempt_at: z.iso.datetime().nullable().describe('Null: none is planned'),
  })
  .meta({ id: 'Delivery' });
export const deliveryPageSchema = pageSchema('DeliveryPage', deliveryAnswerSchema);

const webhookProblems = { ...serviceProblems, 404: problem('The account has no such webhook or delivery') };

export const createWebhook = row({
  method: 'POST',
  path: '/account/webhooks',
  operationId: 'createWebhook',
  core: 'events/webhooks/manage-webhooks.ts#createWebhook',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Have events posted to an address',
  description:
    'Events are signed as Standard Webhooks describes. Any 2xx answers them; otherwise they are sent again, nine times in ' +
    'three days. Redirects are not followed, and an answer may take 15 seconds. A 410 disables the webhook.',
  idempotent: true,
  secret: true,
  request: {
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': createWebhookSchema },
  },
  responses: {
    ...created('The webhook with its secret', createdWebhookSchema),
    ...serviceProblems,
    ...idempotencyProblems,
    ...jsonBodyProblems,
  },
});

export const listWebhooks = row({
  method: 'GET',
  path: '/account/webhooks',
  operationId: 'listWebhooks',
  core: 'events/webhooks/manage-webhooks.ts#listWebhooks',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'The webhooks of the account',
  description: 'Without their secrets.',
  request: { query: pageQuerySchema, headers: ifNoneMatch },
  responses: { ...found('A page of webhooks', 'application/json', webhookPageSchema), ...serviceProblems },
});

export const deleteWebhook = row({
  method: 'DELETE',
  path: WEBHOOK_PATH,
  operationId: 'deleteWebhook',
  core: 'events/webhooks/manage-webhooks.ts#deleteWebhook',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Post no more events to an address',
  description: 'What has not been delivered yet is not sent any more.',
  request: { path: webhookPathSchema, query: noQuerySchema },
  responses: { ...done('Deleted'), ...webhookProblems },
});

export const rotateWebhookSecret = row({
  method: 'POST',
  path: `${WEBHOOK_PATH}/rotate-secret`,
  operationId: 'rotateWebhookSecret',
  core: 'events/webhooks/rotate-secret.ts#rotateWebhookSecret',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Give a webhook a new secret',
  description:
    'For `grace_hours`, each delivery has a signature of the new secret and one of the secret before: receivers that use ' +
    'either of them accept it. At most five secrets sign at a time.',
  idempotent: true,
  secret: true,
  request: {
    path: webhookPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': rotateWebhookSecretSchema },
    bodyIsOptional: true,
  },
  responses: {
    ...created('The webhook with its new secret', rotatedWebhookSchema),
    ...webhookProblems,
    ...jsonBodyProblems,
    409: problem(
      'Another rotation came first, or the first request with this Idempotency-Key is still being answered',
      ['Retry-After?'],
    ),
  },
});

export const listDeliveries = row({
  method: 'GET',
  path: `${WEBHOOK_PATH}/deliveries`,
  operationId: 'listDeliveries',
  core: 'events/webhooks/manage-webhooks.ts#listDeliveries',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'What was delivered to a webhook, with every attempt',
  description: 'The latest event first. Deliveries are kept for 30 days.',
  request: { path: webhookPathSchema, query: pageQuerySchema, headers: ifNoneMatch },
  responses: { ...found('A page of deliveries', 'application/json', deliveryPageSchema), ...webhookProblems },
});

export const testWebhook = row({
  method: 'POST',
  path: `${WEBHOOK_PATH}/test`,
  operationId: 'testWebhook',
  core: 'events/webhooks/manage-webhooks.ts#testWebhook',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Deliver a test event',
  description: 'An event of the type `webhook.test`. The answer says how the first attempt ended.',
  idempotent: true,
  request: { path: webhookPathSchema, query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...created('The delivery after its first attempt', deliveryAnswerSchema),
    ...webhookProblems,
    ...idempotencyProblems,
  },
});

export const replayDelivery = row({
  method: 'POST',
  path: `${WEBHOOK_PATH}/deliveries/{delivery_id}/replay`,
  operationId: 'replayDelivery',
  core: 'events/webhooks/manage-webhooks.ts#replayDelivery',
  tag: 'Account',
  auth: 'api_key',
  role: 'owner',
  summary: 'Deliver an event again',
  description: 'With the same `webhook-id`, from the beginning of the retry schedule.',
  idempotent: true,
  request: { path: deliveryPathSchema, query: noQuerySchema, headers: idempotencyHeadersSchema },
  responses: {
    ...created('The delivery after its first attempt', deliveryAnswerSchema),
    ...webhookProblems,
    409: problem('The delivery has not ended, or the first request with this Idempotency-Key is still being answered', [
      'Retry-After',
    ]),
  },
});
