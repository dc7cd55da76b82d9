/** The account's event bus in EventBridge. IAM: events:PutEvents on the bus. */
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { DomainEvent, EventBus } from '../../core/ports.ts';
import { callAws, untilDone } from './call-aws.ts';

export interface EventBridgeBusOptions {
  readonly client: EventBridgeClient;
  /** Name or ARN. */
  readonly bus: string;
}

const SOURCE = 'tearline';
/** EventBridge answers 200 also where it did not take the event; these say that it may the next time. */
const TRANSIENT_CODES = new Set([
  'ThrottlingException',
  'InternalFailure',
  'InternalException',
  'InternalError',
  'ServiceUnavailable',
]);

export class EventBridgeBus implements EventBus {
  readonly #options: EventBridgeBusOptions;

  constructor(options: EventBridgeBusOptions) {
    this.#options = options;
  }

  /** The event as JSON is the detail, its type the detail type. @throws TemporarilyUnavailableError */
  async publish(event: DomainEvent): Promise<void> {
    const { client, bus } = this.#options;
    const entry = {
      EventBusName: bus,
      Source: SOURCE,
      DetailType: event.type,
      Time: new Date(event.time),
      Detail: JSON.stringify(event),
    };
    await callAws('The event bus', (options) =>
      untilDone(async () => {
        const { Entries: [taken] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), options);
        if (taken?.ErrorCode === undefined) return true;
        if (TRANSIENT_CODES.has(taken.ErrorCode)) return undefined;
        throw new Error(`EventBridge did not take the event: ${taken.ErrorCode} ${taken.ErrorMessage ?? ''}`);
      }, options),
    );
  }
}
