/** A delivery: one event on its way to one webhook, with the log of its attempts. Its row, key and legal states. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { indexItems } from '../../storage/lists/index-items.ts';
import { WEBHOOK_FAILURES } from '../../ports.ts';
import type { Item, Key, Scalar, Table, WriteOperation } from '../../ports.ts';
import { eventTypeSchema } from './webhook.ts';

/** `pending` → `delivered` | `failed`; a replay moves either of these back to `pending`. */
export const deliveryStateSchema = z.enum(['pending', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof deliveryStateSchema>;

const LEGAL_PRIOR_STATES = {
  pending: ['delivered', 'failed'],
  delivered: ['pending'],
  failed: ['pending'],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>;

/** The type of the event that a test delivery carries. */
export const TEST_EVENT = 'webhook.test';
export const deliveredTypeSchema = z.enum([...eventTypeSchema.options, TEST_EVENT]);

export const attemptFailureSchema = z.enum([...WEBHOOK_FAILURES, 'webhook_disabled']);

export const attemptSchema = z.strictObject({
  at: z.iso.datetime(),
  duration_ms: z.int().min(0),
  status: z.int().nullable().describe('Status of the response; null: there was none'),
  failure: attemptFailureSchema.nullable().describe('Why there was no response'),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** Attempts that a row keeps: those of the schedule, twice. */
const MAX_LOGGED_ATTEMPTS = 20;
/** Days after which a row is deleted. */
export const DELIVERY_DAYS = 30;

export const deliverySchema = z.object({
  delivery_id: z.uuid(),
  webhook_id: z.uuid(),
  account_id: z.uuid(),
  event_type: deliveredTypeSchema,
  event_id: z.string(),
  /** When the event occurred. */
  event_time: z.iso.datetime(),
  data: z.record(z.string(), z.json()),
  state: deliveryStateSchema,
  /** The latest attempts, oldest first. */
  attempts: z.array(attemptSchema),
  /** Attempts since the delivery was queued or replayed: the place in the retry schedule. */
  attempt_count: z.int().min(0),
  next_attempt_at: z.iso.datetime().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Index partitions of due deliveries, sorted by time: several, since one takes at most 1,000 writes a second. */
const SHARDS = 8;
const duePartition = (shard: number): string => `DUE_DELIVERIES#${shard}`;
const shardOf = (deliveryId: string): number => Number.parseInt(deliveryId.slice(-2), 16) % SHARDS;

/** One partition for each account, so that the deliveries of deleted webhooks are found too. */
export const deliveriesPartition = (accountId: string): string => `ACCOUNT#${accountId}#DELIVERIES`;

export const deliveryKey = ({
  account_id: account,
  webhook_id: webhook,
  delivery_id: delivery,
}: Pick<Delivery, 'account_id' | 'webhook_id' | 'delivery_id'>): Key => ({
  pk: deliveriesPartition(account),
  sk: `${webhook}#${delivery}`,
});

/**
 * Returns the id of an event's deliveries: a UUID of version 7 whose time is that of the event and whose other bits
 * are a hash of it. A repeated event has the same id, and ids sort by time.
 */
export const deliveryIdOf = (event: { readonly type: string; readonly id: string; readonly time: string }): string => {
  const time = Math.max(0, Date.parse(event.time)).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${event.type} ${event.id}`).digest('hex');
  return [time.slice(0, 8), time.slice(8), `7${hash.slice(0, 3)}`, `8${hash.slice(3, 6)}`, hash.slice(6, 18)].join('-');
};

/** The header `webhook-id`. */
export const messageIdOf = ({ delivery_id: id }: Pick<Delivery, 'delivery_id'>): string => `msg_${id}`;

const dueAttributes = (deliveryId: string, at: string) => ({
  next_attempt_at: at,
  index_pk: duePartition(shardOf(deliveryId)),
  index_sk: `${at}#${deliveryId}`,
});

/** A delivery of an event to a webhook that has not been attempted. */
export const newDelivery = (
  webhook: Pick<Delivery, 'account_id' | 'webhook_id'>,
  event: { readonly type: Delivery['event_type']; readonly id: string; readonly time: string },
  data: Delivery['data'],
): Delivery => ({
  delivery_id: deliveryIdOf(event),
  webhook_id: webhook.webhook_id,
  account_id: webhook.account_id,
  event_type: event.type,
  event_id: event.id,
  event_time: event.time,
  data,
  state: 'pending',
  attempts: [],
  attempt_count: 0,
});

/** Writes a new row `pending`, due now. The condition fails where the id exists. */
export const putDelivery = (delivery: Omit<Delivery, 'next_attempt_at'>, now: Date): WriteOperation => ({
  put: {
    ...deliveryKey(delivery),
    ...delivery,
    data: delivery.data,
    ...dueAttributes(delivery.delivery_id, now.toISOString()),
    expires_at: Math.floor(now.getTime() / 1000) + DELIVERY_DAYS * 24 * 3600,
  },
  when: [{ item: 'absent' }],
});

/** Takes a due delivery until `leaseEnd`. The condition fails where another sender has taken it. */
export const claimDelivery = (delivery: Delivery, claimId: string, leaseEnd: string): WriteOperation => ({
  update: deliveryKey(delivery),
  set: { ...dueAttributes(delivery.delivery_id, leaseEnd), claim_id: claimId },
  when: [
    { attribute: 'state', in: ['pending'] },
    { attribute: 'next_attempt_at', in: [delivery.next_attempt_at ?? null] },
  ],
});

const attemptAttributes = (delivery: Delivery, attempt: Attempt) => ({
  attempts: [...delivery.attempts, attempt].slice(-MAX_LOGGED_ATTEMPTS).map((logged) => ({ ...logged })),
  attempt_count: delivery.attempt_count + 1,
});

const claimedBy = (claimId: string) =>
  [
    { attribute: 'state', in: ['pending'] },
    { attribute: 'claim_id', in: [claimId] },
  ] as const;

/** Logs an attempt after which another follows. The condition fails where the claim was lost. */
export const postponeDelivery = (
  delivery: Delivery,
  claimId: string,
  attempt: Attempt,
  at: string,
): WriteOperation => ({
  update: deliveryKey(delivery),
  set: { ...attemptAttributes(delivery, attempt), ...dueAttributes(delivery.delivery_id, at) },
  remove: ['claim_id'],
  when: claimedBy(claimId),
});

/** Logs the last attempt and ends the delivery. The condition fails where the claim was lost. */
export const endDelivery = (
  delivery: Delivery,
  claimId: string,
  attempt: Attempt,
  state: 'delivered' | 'failed',
): WriteOperation => ({
  update: deliveryKey(delivery),
  set: { ...attemptAttributes(delivery, attempt), state },
  remove: ['claim_id', 'next_attempt_at', 'index_pk', 'index_sk'],
  when: claimedBy(claimId),
});

/** Makes an ended delivery due again, from the beginning of the schedule. The condition fails where it is pending. */
export const replayedDelivery = (delivery: Delivery, at: string): WriteOperation => ({
  update: deliveryKey(delivery),
  set: { state: 'pending', attempt_count: 0, ...dueAttributes(delivery.delivery_id, at) },
  when: [{ attribute: 'state', in: LEGAL_PRIOR_STATES.pending satisfies readonly Scalar[] }],
});

export const dropDelivery = (delivery: Delivery): WriteOperation => ({ delete: deliveryKey(delivery) });

export const parseDelivery = (row: Item): Delivery => deliverySchema.parse(row);

/** Returns the delivery, or undefined where the webhook has none with this id. */
export const readDelivery = async (
  table: Table,
  key: Pick<Delivery, 'account_id' | 'webhook_id' | 'delivery_id'>,
): Promise<Delivery | undefined> => {
  const row = await table.get(deliveryKey(key));
  return row === undefined ? undefined : parseDelivery(row);
};

/** Yields the deliveries whose next attempt is due, of any account. */
export async function* dueDeliveries(service: { readonly table: Table }, now: Date): AsyncGenerator<Delivery> {
  for (let shard = 0; shard < SHARDS; shard += 1)
    // `~` sorts after the ids that follow the time.
    for await (const row of indexItems(service, duePartition(shard), `${now.toISOString()}~`)) yield parseDelivery(row);
}
