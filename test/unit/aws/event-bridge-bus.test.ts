/** EventBridge rejects events in a response with status 200. */
import { describe, expect, it } from 'vitest';
import { EventBridgeBus, eventBridgeClient } from '../../../adapters/aws/event-bridge-bus.ts';
import type { DomainEvent } from '../../../core/ports.ts';
import { FakeEventBridge } from '../../fakes/aws/fake-services.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

const EVENT: DomainEvent = {
  id: '1',
  type: 'processing.succeeded',
  accountId: 'a',
  time: '2026-01-01T00:00:00.000Z',
  data: { pages: 3 },
};

const openBus = (...refusals: string[]) => {
  const eventBridge = new FakeEventBridge();
  eventBridge.refusals.push(...refusals);
  return {
    eventBridge,
    bus: new EventBridgeBus({ client: through(eventBridgeClient(TEST_CLIENT), eventBridge), bus: 'bus' }),
  };
};

describe('EventBridgeBus', () => {
  it('publishes an event once after a transient rejection', async () => {
    const { bus, eventBridge } = openBus('ThrottlingException', 'InternalFailure');
    await bus.publish(EVENT);
    expect(eventBridge.published).toEqual([
      {
        EventBusName: 'bus',
        Source: 'tearline',
        DetailType: 'processing.succeeded',
        Detail: JSON.stringify(EVENT),
        Time: expect.anything() as unknown,
      },
    ]);
  });

  it('throws with the reason of a permanent rejection', async () => {
    await expect(openBus('MalformedDetail').bus.publish(EVENT)).rejects.toThrow(/MalformedDetail/u);
  });
});
