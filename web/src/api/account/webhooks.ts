import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api, untilGone } from '../client/client.ts';
import type { Schema } from '../client/client.ts';
import { cursorOf, LIST_PAGES } from '../results/pages.ts';

export type Webhook = Schema<'Webhook'>;
export type CreatedWebhook = Schema<'CreatedWebhook'>;
export type Delivery = Schema<'Delivery'>;
export type EventType = Webhook['events'][number];

/** The types of the events, in the order of a document's life. */
export const EVENT_TYPES = [
  'processing.succeeded',
  'processing.failed',
  'processing.verified',
  'training.completed',
  'training.failed',
  'migration.announced',
] as const satisfies readonly EventType[];

export const webhooksQuery = infiniteQueryOptions({
  queryKey: ['account', 'webhooks'],
  queryFn: ({ signal, pageParam }) =>
    answerOf(api.GET('/account/webhooks', { params: { query: { limit: 100, ...cursorOf(pageParam) } }, signal })),
  ...LIST_PAGES,
});

export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['account', 'webhooks', webhookId, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/account/webhooks/{webhook_id}/deliveries', {
          params: { path: { webhook_id: webhookId }, query: { limit: 50, ...cursorOf(pageParam) } },
          signal,
        }),
      ),
    ...LIST_PAGES,
  });

/** @param idempotencyKey  the same for every attempt */
export const createWebhook = (body: Schema<'CreateWebhook'>, idempotencyKey: string): Promise<CreatedWebhook> =>
  answerOf(api.POST('/account/webhooks', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body }));

export const deleteWebhook = (webhookId: string): Promise<void> =>
  untilGone(api.DELETE('/account/webhooks/{webhook_id}', { params: { path: { webhook_id: webhookId } } }));

/** Delivers an event of the type `webhook.test`; the answer says how the first attempt ended. */
export const testWebhook = (webhookId: string): Promise<Delivery> =>
  answerOf(
    api.POST('/account/webhooks/{webhook_id}/test', {
      params: { path: { webhook_id: webhookId }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    }),
  );

/** Delivers an event again, with the same `webhook-id`. */
export const replayDelivery = ({ webhook_id: webhook, delivery_id: delivery }: Delivery): Promise<Delivery> =>
  answerOf(
    api.POST('/account/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
      params: {
        path: { webhook_id: webhook, delivery_id: delivery },
        header: { 'Idempotency-Key': crypto.randomUUID() },
      },
    }),
  );
