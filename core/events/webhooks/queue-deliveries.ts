/** Queues an event for the webhooks of its account. */
import { ConditionFailedError } from '../../errors.ts';
import type { DomainEvent } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { attributesOf } from '../../storage/attributes-of.ts';
import { newDelivery, putDelivery, readDelivery } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { readWebhooks } from './webhook.ts';

type Store = Pick<Service, 'table' | 'clock'>;

const queue = async (service: Store, delivery: Delivery): Promise<Delivery | undefined> => {
  try {
    await service.table.write([putDelivery(delivery, service.clock.now())]);
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined; // The event is a repetition.
    throw error;
  }
  return readDelivery(service.table, delivery);
};

/**
 * Writes one delivery for each enabled webhook that takes events of this type, and returns those that are new: a
 * repeated event adds none. A delivery that was written is sent sooner or later, whatever becomes of this process.
 */
export const queueDeliveries = async (service: Store, event: DomainEvent): Promise<readonly Delivery[]> => {
  const webhooks = await readWebhooks(service.table, event.accountId);
  const takers = webhooks.filter(
    ({ events, disabled_at: disabled }) =>
      disabled === undefined && (events.length === 0 || events.includes(event.type)),
  );
  const queued = await Promise.all(
    // The lists of a schema's JSON are mutable.
    takers.map((webhook) => queue(service, newDelivery(webhook, event, attributesOf(event.data) as Delivery['data']))),
  );
  return queued.filter((delivery) => delivery !== undefined);
};
