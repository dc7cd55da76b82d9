/** Delivers events to webhooks: each event of the bus when it arrives, and every 15 minutes what is due again. */
import { z } from 'zod';
import { readDelivery } from '../core/events/webhooks/delivery.ts';
import type { Delivery } from '../core/events/webhooks/delivery.ts';
import { queueDeliveries } from '../core/events/webhooks/queue-deliveries.ts';
import { attemptDelivery, sendDueDeliveries } from '../core/events/webhooks/send-deliveries.ts';
import { eventTypeSchema } from '../core/events/webhooks/webhook.ts';
import type { DomainEvent } from '../core/ports.ts';
import type { Service } from '../core/service.ts';
import { settleAll } from '../core/settle-all.ts';
import { stoppingBeforeEnd } from './invocation.ts';
import type { RemainingTime } from './invocation.ts';

/** Milliseconds before the end of the invocation at which requests are broken off: enough to log them. */
const STOP_BEFORE_END_MS = 10_000;

const domainEventSchema = z.object({
  id: z.string(),
  type: eventTypeSchema,
  accountId: z.uuid(),
  time: z.iso.datetime(),
  data: z.record(z.string(), z.json()),
});

/** An event of EventBridge, or the input of the schedule. */
const inputSchema = z.union([
  z.strictObject({ sweep: z.literal(true) }),
  z.object({ source: z.literal('tearline'), detail: domainEventSchema }),
]);

/** Milliseconds for which an invocation waits to make the first retry itself: the next sweep would be much later. */
const LONGEST_WAIT_MS = 10_000;

/** Makes the first attempt and, where that fails, the retry a few seconds later. */
const deliver = async (service: Service, delivery: Delivery, stop: AbortSignal): Promise<void> => {
  await attemptDelivery(service, delivery, stop);
  const after = await readDelivery(service.table, delivery);
  if (after?.next_attempt_at === undefined || after.attempts.length === 0) return;
  const wait = Date.parse(after.next_attempt_at) - service.clock.now().getTime();
  if (wait > LONGEST_WAIT_MS) return;
  await service.clock.sleep(Math.max(0, wait), stop);
  if (!stop.aborted) await attemptDelivery(service, after, stop);
};

const deliverEvent = async (service: Service, event: DomainEvent, stop: AbortSignal): Promise<number> => {
  const deliveries = await queueDeliveries(service, event);
  await settleAll(deliveries.map((delivery) => deliver(service, delivery, stop)));
  return deliveries.length;
};

/**
 * Idempotent: a repeated event queues nothing twice, and what an invocation leaves undone is due at the next sweep.
 * The handler throws ZodError for an invalid event, which then goes to the dead-letter queue.
 */
export const deliverWebhooks =
  (service: Service) =>
  (input: unknown, context: RemainingTime): Promise<{ readonly attempted: number }> =>
    stoppingBeforeEnd(context, STOP_BEFORE_END_MS, async (stop) => {
      const parsed = inputSchema.parse(input);
      const attempted =
        'sweep' in parsed ? await sendDueDeliveries(service, stop) : await deliverEvent(service, parsed.detail, stop);
      return { attempted };
    });
