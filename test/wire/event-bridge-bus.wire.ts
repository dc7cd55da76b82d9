/** EventBridgeBus fulfils the contract of EventBus over EventBridge's wire protocol. */
import { randomUUID } from 'node:crypto';
import { CreateEventBusCommand, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { inject } from 'vitest';
import { EventBridgeBus, eventBridgeClient } from '../../adapters/aws/event-bridge-bus.ts';
import type { DomainEvent } from '../../core/ports.ts';
import { describeEventBusContract } from '../contract/event-bus.contract.ts';
import { MotoQueue } from './moto/moto-queue.ts';

const url = inject('motoUrl');
const client = eventBridgeClient({ region: 'eu-central-1', endpointUrl: url });

describeEventBusContract('EventBridgeBus', async () => {
  const name = `bus-${randomUUID()}`;
  await client.send(new CreateEventBusCommand({ Name: name }));
  const queue = await MotoQueue.make(url, name);
  await client.send(
    new PutRuleCommand({ Name: name, EventBusName: name, EventPattern: JSON.stringify({ source: ['tearline'] }) }),
  );
  await client.send(
    new PutTargetsCommand({ Rule: name, EventBusName: name, Targets: [{ Id: 'queue', Arn: queue.arn }] }),
  );
  return {
    bus: new EventBridgeBus({ client, bus: name }),
    // The bus received what the test published.
    received: async () => (await queue.takeAll()).map((body) => (JSON.parse(body) as { detail: DomainEvent }).detail),
    close: () => Promise.resolve(),
  };
});
