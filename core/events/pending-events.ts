/**
 * Events that a transaction decided and that are not published yet. The transaction writes the event's row; it is
 * deleted after the publication. After a crash in between, resumeUnfinished publishes the event, with the same id.
 */
import type { DomainEvent, Item, Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { indexItems } from '../storage/lists/index-items.ts';

/** Index partition of all pending events, sorted by their time. */
const PENDING = 'PENDING_EVENTS';

export const pendingEventsPartition = (accountId: string): string => `ACCOUNT#${accountId}#EVENTS`;

/** In a partition of the event's account, which is deleted with the account. */
const keyOf = ({ accountId, id }: DomainEvent): Key => ({ pk: pendingEventsPartition(accountId), sk: `EVENT#${id}` });

export const putPendingEvent = (event: DomainEvent): WriteOperation => ({
  put: { ...keyOf(event), event: { ...event }, index_pk: PENDING, index_sk: `${event.time}#${event.id}` },
});

/** Publishes the event, then deletes its row. @throws TemporarilyUnavailableError while the bus is down */
export const publishPending = async (service: Pick<Service, 'events' | 'table'>, event: DomainEvent): Promise<void> => {
  await service.events.publish(event);
  await service.table.write([{ delete: keyOf(event) }]);
};

/** Yields the events that are pending, the oldest first. */
export async function* pendingEvents(service: Pick<Service, 'table'>): AsyncGenerator<DomainEvent> {
  for await (const item of indexItems(service, PENDING)) yield eventOf(item);
}

// Only putPendingEvent writes these rows.
const eventOf = (item: Item): DomainEvent => item['event'] as unknown as DomainEvent;
