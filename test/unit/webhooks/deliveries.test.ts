/** Deliveries on fakes: retries, repeated events, concurrent senders, and processes that die. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ZodError } from 'zod';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  replayDelivery,
} from '../../../core/events/webhooks/manage-webhooks.ts';
import type { Delivery } from '../../../core/events/webhooks/delivery.ts';
import { deliveryIdOf, putDelivery } from '../../../core/events/webhooks/delivery.ts';
import { queueDeliveries } from '../../../core/events/webhooks/queue-deliveries.ts';
import { secondsToNextAttempt } from '../../../core/events/webhooks/retry-schedule.ts';
import { rotateWebhookSecret } from '../../../core/events/webhooks/rotate-secret.ts';
import { attemptDelivery, sendDueDeliveries } from '../../../core/events/webhooks/send-deliveries.ts';
import { newWebhookSecret, readStoredWebhook } from '../../../core/events/webhooks/webhook.ts';
import type { StoredWebhook } from '../../../core/events/webhooks/webhook.ts';
import { DeliveryPendingError, ValidationError, WebhookChangedError } from '../../../core/errors.ts';
import type { DomainEvent, EventType } from '../../../core/ports.ts';
import type { MadeOnce } from '../../../core/storage/made-once.ts';
import { deliverWebhooks } from '../../../lambdas/deliver-webhooks.ts';
import { fakeService } from '../../fakes/fake-service.ts';
import type { FakeService } from '../../fakes/fake-service.ts';

const ACCOUNT = '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c01';
const HOUR_MS = 3_600_000;

let service: FakeService;
let webhook: StoredWebhook;
beforeEach(async () => {
  service = fakeService();
  webhook = await create();
});

const create = (events: readonly EventType[] = [], host = 'hook.example'): Promise<StoredWebhook> =>
  createWebhook(service, ACCOUNT, { url: `https://${host}/`, events });

const eventOf = (id: string, type: EventType = 'processing.succeeded'): DomainEvent => ({
  id,
  type,
  accountId: ACCOUNT,
  time: service.clock.now().toISOString(),
  data: { processing_id: id },
});
const queue = (id: string, type?: EventType): Promise<readonly Delivery[]> =>
  queueDeliveries(service, eventOf(id, type));
const deliveries = async ({ webhook_id } = webhook): Promise<readonly Delivery[]> =>
  (await listDeliveries(service, { accountId: ACCOUNT, webhookId: webhook_id }, { limit: 100 })).items;

describe('A delivery', () => {
  it('is attempted ten times in three days, each time signed anew with the same id, then fails', async () => {
    service.webhooks.answer = () => ({ status: 500 });
    await queue('1');
    const start = service.clock.now().getTime();
    for (let hours = 0; hours < 100; hours += 1 / 60) {
      await sendDueDeliveries(service);
      await service.clock.sleep(HOUR_MS / 60);
    }
    const [delivery] = await deliveries();
    expect([delivery?.state, delivery?.attempts.length]).toEqual(['failed', 10]);
    const last = (Date.parse(delivery?.attempts.at(-1)?.at ?? '') - start) / HOUR_MS;
    expect([last > 75.5, last < 75.6 * 1.1 + 1]).toEqual([true, true]);
    const { posted } = service.webhooks;
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(posted.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
  });

  it('is accepted by the reference verifier, and only with the secret', async () => {
    // The verifier compares the timestamp with its own clock.
    vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() });
    onTestFinished(() => void vi.useRealTimers());
    await queue('1');
    await sendDueDeliveries(service);
    const [{ body, headers } = { body: '', headers: {} }] = service.webhooks.posted;
    expect(new Webhook(webhook.secret).verify(body, headers)).toEqual({
      type: 'processing.succeeded',
      timestamp: expect.any(String) as string,
      data: { processing_id: '1' },
    });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(webhook.secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
  });

  it('is made once for an event that comes twice, for each webhook that takes its type', async () => {
    const other = await create(['training.failed']);
    await queue('1');
    await queue('1');
    await queue('1', 'processing.failed');
    expect([(await deliveries()).length, (await deliveries(other)).length]).toEqual([2, 0]);
    await sendDueDeliveries(service);
    await queue('1');
    expect(await sendDueDeliveries(service)).toBe(0);
    expect(service.webhooks.posted).toHaveLength(2);
  });

  it('is sent once by senders that run at the same time', async () => {
    await queue('1');
    await Promise.all([sendDueDeliveries(service), sendDueDeliveries(service), sendDueDeliveries(service)]);
    expect(service.webhooks.posted).toHaveLength(1);
  });

  it('is sent again after a sender has died, once its lease is over', async () => {
    const [delivery] = await queue('1');
    service.webhooks.answer = () => Promise.reject(new Error('killed'));
    await expect(attemptDelivery(service, delivery as Delivery)).rejects.toThrow('killed');
    service.webhooks.answer = () => ({ status: 200 });
    expect(await sendDueDeliveries(service)).toBe(0);
    await service.clock.sleep(61_000);
    expect(await sendDueDeliveries(service)).toBe(1);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered']);
  });

  it('of a slow receiver has at most four requests at a time and does not delay another webhook', async () => {
    const fast = await create([], 'fast.example');
    let [running, most] = [0, 0];
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    service.webhooks.answer = async ({ url }) => {
      if (url.includes('fast')) return { status: 204 };
      running += 1;
      most = Math.max(most, running);
      await released;
      running -= 1;
      return { failure: 'timed_out' };
    };
    for (let id = 0; id < 20; id += 1) await queue(String(id));
    const sending = sendDueDeliveries(service);
    const areDelivered = async (): Promise<boolean> =>
      (await deliveries(fast)).every(({ state }) => state === 'delivered');
    while (!(await areDelivered())) await new Promise(setImmediate);
    expect(most).toBe(4);
    release(undefined);
    await sending;
  });

  it(
    'is sent although another webhook has a long backlog and its receiver does not answer',
    { tags: 'slow' },
    async () => {
      const [sample] = await queue('0');
      const now = service.clock.now();
      const backlog = Array.from({ length: 10_001 }, (_, nth) => {
        // The last digit is that of the first partition of due deliveries.
        const id = `${deliveryIdOf({ ...eventOf(String(nth)), type: 'processing.succeeded' }).slice(0, -1)}8`;
        return putDelivery({ ...(sample as Delivery), delivery_id: id }, now);
      });
      for (const operation of backlog) await service.table.write([operation]);
      const other = await create([], 'other.example');
      for (let id = 1; id <= 8; id += 1) await queue(`other ${id}`);
      const stop = new AbortController();
      let unanswered = 0;
      service.webhooks.answer = ({ url }) => {
        if (url.includes('other')) return { status: 204 };
        unanswered += 1;
        if (unanswered === 100) stop.abort();
        return { failure: 'timed_out' };
      };
      await sendDueDeliveries(service, stop.signal);
      expect(new Set((await deliveries(other)).map(({ state }) => state))).toEqual(new Set(['delivered']));
    },
  );

  it('attempts all that are due, however many there are of one webhook', async () => {
    for (let id = 0; id < 300; id += 1) await queue(String(id));
    expect(await sendDueDeliveries(service)).toBe(300);
    expect(service.webhooks.posted).toHaveLength(300);
  });

  it('waits as long as Retry-After says, up to a day', () => {
    expect(secondsToNextAttempt(1, 0)).toBe(5);
    expect(secondsToNextAttempt(1, 0, 600)).toBe(600);
    expect(secondsToNextAttempt(1, 0, 1e9)).toBe(24 * 3600);
    expect(secondsToNextAttempt(4, 1, 60)).toBeCloseTo(2 * 3600 * 1.1);
    expect(secondsToNextAttempt(10, 0)).toBeUndefined();
  });

  it('of a webhook that was deleted is not sent, and a log of another account is not found', async () => {
    await queue('1');
    const other = { accountId: '6f1b0a52-8d5c-4e9b-9a64-6b1f0c1a7c02', webhookId: webhook.webhook_id };
    await expect(listDeliveries(service, other, { limit: 1 })).rejects.toMatchObject({ status: 404 });
    await deleteWebhook(service, ACCOUNT, webhook.webhook_id);
    await sendDueDeliveries(service);
    expect(service.webhooks.posted).toEqual([]);
    expect(await sendDueDeliveries(service)).toBe(0);
  });

  it('has the id of its event, in the order of time', () => {
    const ids = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2030-01-01T00:00:00.000Z'].map((time) =>
      deliveryIdOf({ type: 'processing.failed', id: '1', time }),
    );
    expect(ids).toEqual(ids.toSorted());
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('A receiver that answers 410', () => {
  it('gets no more: its webhook is disabled, and what is pending fails', async () => {
    service.webhooks.answer = () => ({ status: 410 });
    await queue('1');
    await sendDueDeliveries(service);
    expect((await readStoredWebhook(service.table, ACCOUNT, webhook.webhook_id))?.disabled_at).toBeDefined();
    expect(await queue('2')).toEqual([]);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed']);
  });
});

describe('A new secret', () => {
  const rotate = (graceHours: number, once?: MadeOnce): Promise<StoredWebhook> =>
    rotateWebhookSecret(service, { accountId: ACCOUNT, webhookId: webhook.webhook_id }, graceHours, once);
  /** Whether the next delivery is accepted by receivers that have these secrets. */
  const accepted = async (...secrets: readonly string[]): Promise<boolean[]> => {
    await queue(service.ids.uuid());
    await sendDueDeliveries(service);
    const { body, headers } = service.webhooks.posted.at(-1) ?? { body: '', headers: {} };
    return secrets.map((secret) => {
      try {
        return new Webhook(secret).verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    });
  };
  // The verifier compares the timestamp with its own clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(service.clock.now());
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = async (hours: number): Promise<void> => {
    await service.clock.sleep(hours * HOUR_MS);
    vi.setSystemTime(service.clock.now());
  };

  it('signs beside the secret before until the grace time is over, then alone', async () => {
    const { secret } = await rotate(24);
    expect(await accepted(webhook.secret, secret)).toEqual([true, true]);
    await pass(23.9);
    expect(await accepted(webhook.secret, secret)).toEqual([true, true]);
    await pass(0.2);
    expect(await accepted(webhook.secret, secret)).toEqual([false, true]);
  });

  it('signs alone at once where no grace time is wanted, also of secrets before', async () => {
    const { secret: second } = await rotate(24);
    const { secret: third } = await rotate(0);
    expect(await accepted(webhook.secret, second, third)).toEqual([false, false, true]);
  });

  it('is one of five that sign at most', async () => {
    const secrets = [webhook.secret];
    for (let count = 0; count < 5; count += 1) secrets.push((await rotate(24)).secret);
    expect(await accepted(...secrets)).toEqual([false, true, true, true, true, true]);
  });

  it('of two simultaneous requests is one: the other is told', async () => {
    const rotations = await Promise.allSettled([rotate(24), rotate(24)]);
    const [kept] = rotations.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
    expect(rotations.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)).toEqual([
      expect.any(WebhookChangedError),
    ]);
    expect((await readStoredWebhook(service.table, ACCOUNT, webhook.webhook_id))?.secret).toBe(kept);
  });

  it('that a request made before its process died is returned again', async () => {
    const first = await rotate(24);
    const once = { madeId: first.rotation_id, link: () => ({ delete: { pk: 'x', sk: 'x' } }) };
    expect((await rotate(24, once)).secret).toBe(first.secret);
  });
});

describe('A replay', () => {
  it('begins the schedule again, and is refused while the delivery is pending', async () => {
    service.webhooks.answer = () => ({ status: 500 });
    const [delivery] = await queue('1');
    const ids = { webhookId: webhook.webhook_id, deliveryId: delivery?.delivery_id ?? '' };
    await expect(replayDelivery(service, ACCOUNT, ids)).rejects.toThrow(DeliveryPendingError);
    service.webhooks.answer = () => ({ status: 200 });
    await sendDueDeliveries(service);
    service.webhooks.answer = () => ({ status: 500 });
    const replayed = await replayDelivery(service, ACCOUNT, ids);
    expect([replayed.state, replayed.attempt_count, replayed.attempts.length]).toEqual(['pending', 1, 2]);
    const seconds = (Date.parse(replayed.next_attempt_at ?? '') - service.clock.now().getTime()) / 1000;
    expect([seconds >= 5, seconds <= 5.5]).toEqual([true, true]);
  });
});

describe('A new webhook', () => {
  it('is refused for an address that is private or unknown, and beyond twenty', async () => {
    await expect(create([], 'private.example')).rejects.toThrow(ValidationError);
    await expect(create([], 'unknown.example')).rejects.toThrow('names a host that does not exist');
    for (let count = 1; count < 20; count += 1) await create();
    await expect(create()).rejects.toThrow('an account has at most 20 webhooks');
  });

  it('is one of twenty, also where many requests come at once, and where one is deleted twice at once', async () => {
    const created = await Promise.allSettled(Array.from({ length: 40 }, () => create()));
    const made = created.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    // One is there from the beginning.
    expect(made).toHaveLength(19);
    expect(
      created.filter((one) => one.status === 'rejected').every(({ reason }) => reason instanceof ValidationError),
    ).toBe(true);
    const [first] = made;
    await Promise.allSettled([1, 2, 3].map(() => deleteWebhook(service, ACCOUNT, first?.webhook_id ?? '')));
    const again = await Promise.allSettled([create(), create(), create()]);
    expect(again.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('counts with those of an account that has no count yet', async () => {
    for (let count = 1; count < 20; count += 1) await create();
    await service.table.write([{ delete: { pk: `ACCOUNT#${ACCOUNT}`, sk: 'WEBHOOK_COUNT' } }]);
    await expect(create()).rejects.toThrow('an account has at most 20 webhooks');
    await deleteWebhook(service, ACCOUNT, webhook.webhook_id);
    await create();
    await expect(create()).rejects.toThrow('an account has at most 20 webhooks');
  });

  it('that a request made before its process died is returned again', async () => {
    const once = { madeId: webhook.webhook_id, link: () => ({ delete: { pk: 'x', sk: 'x' } }) };
    const again = await createWebhook(service, ACCOUNT, { url: 'https://hook.example/', events: [] }, once);
    expect(again).toEqual(webhook);
  });
});

describe('The function that delivers webhooks', () => {
  const invocation = { getRemainingTimeInMillis: () => 300_000 };
  const event = () => ({ source: 'tearline', 'detail-type': 'processing.succeeded', detail: eventOf('1') });

  it('sends an event of the bus at once and retries it after five seconds; a repeated one is sent no more', async () => {
    const statuses = [500, 200];
    service.webhooks.answer = () => ({ status: statuses.shift() ?? 599 });
    expect(await deliverWebhooks(service)(event(), invocation)).toEqual({ attempted: 1 });
    expect((await deliveries()).map(({ state, attempts }) => [state, attempts.length])).toEqual([['delivered', 2]]);
    service.clock.now = () => new Date('2026-11-21T08:00:00Z');
    expect(await deliverWebhooks(service)({ ...event(), detail: { ...eventOf('1') } }, invocation)).toEqual({
      attempted: 0,
    });
  });

  it('sends what is due when the schedule calls it, and refuses what is neither', async () => {
    await queue('1');
    expect(await deliverWebhooks(service)({ sweep: true }, invocation)).toEqual({ attempted: 1 });
    await expect(deliverWebhooks(service)({ source: 'aws.events' }, invocation)).rejects.toThrow(ZodError);
  });
});
