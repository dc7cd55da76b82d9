/** The event bus, and an archive from which events can be replayed. */
import { Duration } from 'aws-cdk-lib';
import { Archive, EventBus as Bus } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/** `source` of the events that adapters/aws publishes. */
export const EVENT_SOURCE = 'tearline';

export class EventBus extends Construct {
  readonly bus: Bus;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.bus = new Bus(this, 'Bus', {
      eventBusName: `tearline-${settings.stage}`,
      description: `Tearline ${settings.stage}: processing.*, training.* and migration.*`,
    });
    new Archive(this, 'Archive', {
      sourceEventBus: this.bus,
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(settings.logs.keptDays),
      description: 'For replays after a receiver was down',
    });
  }

  /** Lets a function publish. */
  allowPublish(publisher: ServiceFunction): void {
    publisher.allow({ actions: ['events:PutEvents'], resources: [this.bus.eventBusArn] });
    publisher.configure({ TEARLINE_EVENT_BUS: this.bus.eventBusName });
  }
}
