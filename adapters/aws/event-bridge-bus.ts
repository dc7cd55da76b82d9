/** The account's event bus in EventBridge. IAM: events:PutEvents on the bus. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { DomainEvent, EventBus } from '../../core/ports.ts';
import { configure } from './aws-clients.ts';
import type { AwsClientOptions } from './aws-clients.ts';
import { callAws, untilDone } from './call-aws.ts';

export interface EventBridgeBusOptions {
  readonly client: EventBridgeClient;
  /** Name or ARN. */
  readonly bus: string;
}

export const eventBridgeClient = (options: AwsClientOptions): EventBridgeClient =>
  new EventBridgeClient(configure(options));

const SOURCE = 'tearline';
/** Error codes in a 200 of EventBridge after which the event can be sent again. */
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

  /** The detail is the event as JSON, the detail type its type. @throws TemporarilyUnavailableError */
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
        const { Entries: [result] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), options);
        if (result?.ErrorCode === undefined) return true;
        if (TRANSIENT_CODES.has(result.ErrorCode)) return undefined;
        throw new Error(`EventBridge rejected the event: ${result.ErrorCode} ${result.ErrorMessage ?? ''}`);
      }, options),
    );
  }
}
