/** Sends due deliveries: signs them, posts them, and logs each attempt. */
import { Webhook as Signer } from 'standardwebhooks';
import { ConditionFailedError } from '../../errors.ts';
import { WEBHOOK_TIMEOUT_MS } from '../../ports.ts';
import type { WebhookResponse, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { settleAll } from '../../settle-all.ts';
import {
  claimDelivery,
  dropDelivery,
  dueDeliveries,
  endDelivery,
  messageIdOf,
  postponeDelivery,
  readDelivery,
} from './delivery.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { DeliveryLimits } from './delivery-limits.ts';
import { secondsToNextAttempt } from './retry-schedule.ts';
import { readStoredWebhook, signingSecrets, webhookKey } from './webhook.ts';
import type { StoredWebhook } from './webhook.ts';

export type DeliveringService = Pick<Service, 'table' | 'clock' | 'ids' | 'webhooks'>;

/** A sender that died is replaced after this time. Longer than a request and the writes around it can take. */
const LEASE_MS = 4 * WEBHOOK_TIMEOUT_MS;
/** Due deliveries that are attempted together, so that they fit into memory. */
const MAX_DUE = 20_000;
/** Those of them to one webhook: a receiver that is down and has a long backlog leaves room for the others. */
const MAX_DUE_OF_A_WEBHOOK = 250;
const GONE = 410;

/** Returns false where a condition does not hold: another sender was first. */
const writeIfUnchanged = async (service: DeliveringService, operation: WriteOperation): Promise<boolean> => {
  try {
    await service.table.write([operation]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
};

/** The request of Standard Webhooks. The id is the same at every attempt, so that receivers handle an event once. */
const requestOf = (delivery: Delivery, webhook: StoredWebhook, now: Date) => {
  const id = messageIdOf(delivery);
  const body = JSON.stringify({ type: delivery.event_type, timestamp: delivery.event_time, data: delivery.data });
  return {
    url: webhook.url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Tearline-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signingSecrets(webhook, now)
        .map((secret) => new Signer(secret).sign(id, now, body))
        .join(' '),
    },
  };
};

const hasArrived = (response: WebhookResponse): boolean =>
  'status' in response && response.status >= 200 && response.status < 300;

/** The receiver wants no more requests. @throws StorageFullError, TemporarilyUnavailableError */
const disable = async (service: DeliveringService, webhook: StoredWebhook): Promise<void> => {
  await writeIfUnchanged(service, {
    update: webhookKey(webhook.account_id, webhook.webhook_id),
    set: { disabled_at: service.clock.now().toISOString() },
    when: [{ item: 'present' }],
  });
};

const outcomeOf = (
  service: DeliveringService,
  delivery: Delivery,
  response: WebhookResponse,
): { readonly state: 'delivered' | 'failed' } | { readonly at: string } => {
  if (hasArrived(response)) return { state: 'delivered' };
  if ('status' in response && response.status === GONE) return { state: 'failed' };
  const seconds = secondsToNextAttempt(
    delivery.attempt_count + 1,
    Math.random(),
    'status' in response ? response.retryAfterSeconds : undefined,
  );
  if (seconds === undefined) return { state: 'failed' };
  return { at: new Date(service.clock.now().getTime() + seconds * 1000).toISOString() };
};

const attemptFailing = (at: Date): Attempt => ({
  at: at.toISOString(),
  duration_ms: 0,
  status: null,
  failure: 'webhook_disabled',
});

/** Posts a claimed delivery and writes what came of it. */
const sendClaimed = async (
  service: DeliveringService,
  { delivery, claimId }: { readonly delivery: Delivery; readonly claimId: string },
  signal: AbortSignal | undefined,
): Promise<void> => {
  const webhook = await readStoredWebhook(service.table, delivery.account_id, delivery.webhook_id);
  if (webhook === undefined) return service.table.write([dropDelivery(delivery)]);
  const started = service.clock.now();
  if (webhook.disabled_at !== undefined) {
    await writeIfUnchanged(service, endDelivery(delivery, claimId, attemptFailing(started), 'failed'));
    return;
  }
  const response = await service.webhooks.post(requestOf(delivery, webhook, started), signal);
  // A request that this process broke off, because it ends, does not count: the next process repeats it.
  if (signal?.aborted === true && !hasArrived(response)) return;
  const attempt: Attempt = {
    at: started.toISOString(),
    duration_ms: Math.max(0, service.clock.now().getTime() - started.getTime()),
    status: 'status' in response ? response.status : null,
    failure: 'failure' in response ? response.failure : null,
  };
  if (attempt.status === GONE) await disable(service, webhook);
  const outcome = outcomeOf(service, delivery, response);
  await writeIfUnchanged(
    service,
    'state' in outcome
      ? endDelivery(delivery, claimId, attempt, outcome.state)
      : postponeDelivery(delivery, claimId, attempt, outcome.at),
  );
};

/**
 * Makes one attempt at a pending delivery, unless another sender is at it. A process that dies meanwhile loses nothing:
 * the delivery is due again when its lease ends, and may then arrive twice with the same `webhook-id`.
 */
export const attemptDelivery = async (
  service: DeliveringService,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<void> => {
  const claimId = service.ids.uuid();
  const leaseEnd = new Date(service.clock.now().getTime() + LEASE_MS).toISOString();
  if (!(await writeIfUnchanged(service, claimDelivery(delivery, claimId, leaseEnd)))) return;
  await sendClaimed(service, { delivery, claimId }, signal);
};

interface DueDeliveries {
  readonly deliveries: readonly Delivery[];
  /** Whether more are due. */
  readonly more: boolean;
}

const collectDue = async (service: DeliveringService): Promise<DueDeliveries> => {
  const deliveries: Delivery[] = [];
  const ofWebhook = new Map<string, number>();
  let more = false;
  for await (const delivery of dueDeliveries(service, service.clock.now())) {
    if (deliveries.length >= MAX_DUE) return { deliveries, more: true };
    const count = ofWebhook.get(delivery.webhook_id) ?? 0;
    ofWebhook.set(delivery.webhook_id, count + 1);
    if (count < MAX_DUE_OF_A_WEBHOOK) deliveries.push(delivery);
    else more = true;
  }
  return { deliveries, more };
};

/**
 * Makes one attempt at every due delivery and returns the number of attempts. Both hosts call it at intervals.
 * @param stop  once it aborts, no further attempt begins and running requests are broken off: the next call continues
 * @throws the first error, after all attempts that have begun have ended
 */
export const sendDueDeliveries = async (service: DeliveringService, stop?: AbortSignal): Promise<number> => {
  const { deliveries, more } = await collectDue(service);
  const limits = new DeliveryLimits();
  await settleAll(
    deliveries.map((delivery) =>
      limits.run(delivery.webhook_id, async () => {
        if (stop?.aborted !== true) await attemptDelivery(service, delivery, stop);
      }),
    ),
  );
  const others = more && stop?.aborted !== true ? await sendDueDeliveries(service, stop) : 0;
  return deliveries.length + others;
};

/** Returns the delivery after an attempt, or undefined where its webhook was deleted meanwhile. */
export const attemptAndRead = async (service: DeliveringService, delivery: Delivery): Promise<Delivery | undefined> => {
  await attemptDelivery(service, delivery);
  return readDelivery(service.table, delivery);
};
