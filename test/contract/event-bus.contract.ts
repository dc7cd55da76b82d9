/** Contract of EventBus. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/ports.ts';
import type { DomainEvent, EventBus } from '../../core/ports.ts';

export interface EventBusUnderTest {
  readonly bus: EventBus;
  /** The events that arrived. */
  received(): Promise<readonly DomainEvent[]>;
  close(): Promise<void>;
}

const drawEvent = (id: string): DomainEvent => ({
  id,
  type: 'processing.succeeded',
  accountId: 'account',
  time: '2026-01-01T00:00:00.000Z',
  data: { processing_id: id, pages: 3, note: 'line\nbreak "日本"' },
});

export const describeEventBusContract = (name: string, makeBus: () => Promise<EventBusUnderTest>): void => {
  describe(`EventBus contract: ${name}`, () => {
    let made: EventBusUnderTest;
    beforeEach(async () => {
      made = await makeBus();
    });
    afterEach(async () => {
      await made.close();
    });

    it('delivers an event as it was published', async () => {
      await made.bus.publish(drawEvent('1'));
      expect(await made.received()).toEqual([drawEvent('1')]);
    });

    it('delivers events of every type', async () => {
      const events = EVENT_TYPES.map((type) => ({ ...drawEvent(type), type }));
      for (const event of events) await made.bus.publish(event);
      const received = await made.received();
      expect(received).toHaveLength(events.length);
      expect(received).toEqual(expect.arrayContaining(events));
    });

    it('delivers every one of many events that are published concurrently', async () => {
      const ids = Array.from({ length: 30 }, (_, n) => String(n));
      await Promise.all(ids.map((id) => made.bus.publish(drawEvent(id))));
      expect(new Set((await made.received()).map((event) => event.id))).toEqual(new Set(ids));
    });
  });
};
